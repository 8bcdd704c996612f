// The form of an entry, quicker: what its buttons post is posted in the background, and the form takes the answer's place; a phone
// beside it follows what is typed. Without this script the same buttons load the page anew.
"use strict";

// A form on a phone asks only what its conditions say.
function ask(form) {
    const answers = new Set();
    for (const question of form.querySelectorAll(".question")) {
        question.hidden = question.disabled = Boolean(question.dataset.if) && !answers.has(question.dataset.if);
        if (question.hidden) continue;
        for (const one of question.querySelectorAll("input:checked")) answers.add(`${question.dataset.key}=${one.value}`);
    }
}
function play() {
    for (const form of document.querySelectorAll(".phone .asked")) ask(form);
}
document.addEventListener("change", (event) => {
    const form = event.target.closest(".phone .asked");
    if (form) ask(form);
});
// Played through: the browser has complained of nothing.
document.addEventListener("submit", (event) => {
    const form = event.target.closest(".phone .asked");
    if (!form) return;
    event.preventDefault();
    form.reset();
    ask(form);
});
play();

const editor = document.querySelector("form[data-editor]");
if (editor) edit();

function edit() {
    // A document, because a script may not make one of a text (trusted types).
    function answer(act, form = new FormData(editor)) {
        return new Promise((done, failed) => {
            form.set("act", act);
            const request = new XMLHttpRequest();
            request.open("POST", editor.dataset.editor);
            request.responseType = "document";
            request.timeout = 15000;
            request.onload = () => {
                const made = request.status === 200 && request.response;
                made?.querySelector("form[data-editor]") ? done(made) : failed(new Error(request.status));
            };
            request.onerror = request.ontimeout = request.onabort = () => failed(new Error("no answer"));
            request.send(new URLSearchParams(form));
        });
    }

    let isBusy = false;
    async function send(act, button, values) {
        if (isBusy) return;
        isBusy = true;
        clearTimeout(timer);
        typed += 1;
        editor.setAttribute("aria-busy", "true");
        try {
            const made = await answer(act, values);
            editor.replaceChildren(...made.querySelector("form[data-editor]").childNodes);
            draw(made);
            begin();
            const focused = editor.querySelector("[autofocus]");
            focused?.focus();
            focused?.scrollIntoView({ block: "nearest" });
        } catch {
            // No longer signed in, or no network: the page itself says which.
            if (button) editor.requestSubmit(button);
        }
        editor.removeAttribute("aria-busy");
        isBusy = false;
    }

    editor.addEventListener("click", (event) => {
        const button = event.target.closest("button[name=act]");
        if (!button || event.defaultPrevented) return;
        event.preventDefault();
        if (button.dataset.language !== undefined) show(button);
        else if (button.value.startsWith("insert.")) insert(button);
        else send(button.value, button);
    });

    // At the caret, where the page without a script puts it behind the text.
    function insert(button) {
        const [, field, language, name] = button.value.split(".");
        const text = editor.elements[`${field}.${language}`];
        text.focus();
        text.setRangeText(`{${name}}`, text.selectionStart, text.selectionEnd, "end");
        text.dispatchEvent(new Event("input", { bubbles: true }));
    }

    // The card that is being dragged.
    let held = null;
    function draw(made) {
        // Counts and titles, keys that would be made, and answers that a condition can name. What is as it was stays: a grip that
        // somebody has just taken hold of must not go.
        for (const one of made.querySelectorAll("[data-live]")) {
            const mine = document.getElementById(one.id);
            if (mine && !held && !mine.isEqualNode(one)) mine.replaceWith(one);
        }
        for (const one of made.querySelectorAll("form[data-editor] input[placeholder]")) {
            const mine = document.getElementById(one.id);
            if (mine) mine.placeholder = one.placeholder;
        }
        for (const one of made.querySelectorAll(".part select")) {
            const mine = document.getElementById(one.id);
            if (!mine || mine === document.activeElement) continue;
            // Options that leave a select one by one have it choose another each time.
            const chosen = one.value;
            mine.replaceChildren(...one.children);
            mine.value = chosen;
        }
        document.querySelector("[data-phones]").replaceChildren(...made.querySelector("[data-phones]").childNodes);
        play();
    }

    // The phone follows what is typed. An answer that comes after more was typed is dropped: the next one is on its way.
    let timer;
    let typed = 0;
    editor.addEventListener("input", () => {
        typed += 1;
        clearTimeout(timer);
        timer = setTimeout(preview, 300);
    });
    function preview() {
        const then = typed;
        answer("preview").then((made) => { if (then === typed) draw(made); }, () => {});
    }

    // The texts of all languages are in the page; a tab only shows others.
    function show(tab) {
        editor.elements.shown.value = tab.dataset.language;
        for (const other of editor.querySelectorAll(".tab")) other.setAttribute("aria-pressed", String(other === tab));
        for (const one of editor.querySelectorAll("[data-in]")) {
            one.hidden = tab.dataset.language !== "" && one.dataset.in !== tab.dataset.language;
        }
        preview();
    }

    // Another kind of field asks other things.
    editor.addEventListener("change", (event) => {
        const change = event.target.closest(".kind")?.querySelector("button[name=act]");
        if (change) send(change.value, change);
    });

    // A card is moved by its grip, and by Alt with the arrows.
    const place = (card) => Number(card.dataset.part);
    const list = (card) => card.closest("[data-list]").dataset.list;
    editor.addEventListener("dragstart", (event) => {
        if (!event.target.closest?.("[data-grip]")) return;
        held = event.target.closest(".part");
        held.classList.add("held");
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", held.querySelector(".title").textContent);
    });
    editor.addEventListener("dragend", () => {
        for (const card of editor.querySelectorAll(".part")) card.classList.remove("held", "over");
        held = null;
    });
    editor.addEventListener("dragover", (event) => {
        const card = event.target.closest(".part");
        for (const other of editor.querySelectorAll(".part.over")) if (other !== card) other.classList.remove("over");
        if (!held || !card || list(card) !== list(held)) return;
        event.preventDefault();
        card.classList.add("over");
    });
    editor.addEventListener("drop", (event) => {
        const card = event.target.closest(".part");
        if (!held || !card || list(card) !== list(held)) return;
        event.preventDefault();
        if (card !== held) send(`${list(held)}.${place(held)}.to.${place(card)}`);
    });
    editor.addEventListener("keydown", (event) => {
        if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
        const row = event.target.closest(".rows tr");
        const card = event.target.closest(".part");
        const prefix = row?.id || card?.id;
        const button = prefix && document.getElementById(`act-${prefix}.${event.key === "ArrowUp" ? "up" : "down"}`);
        if (!button) return;
        event.preventDefault();
        send(button.value, button);
    });

    // Which cards are open travels with the form.
    editor.addEventListener("toggle", (event) => {
        const open = event.target.matches?.(".part") && editor.elements[`${event.target.id}.open`];
        if (open) open.value = event.target.open ? "yes" : "";
    }, true);

    function begin() {
        for (const one of editor.querySelectorAll("[data-plain]")) one.hidden = true;
        for (const grip of editor.querySelectorAll("[data-grip]")) {
            grip.hidden = false;
            grip.draggable = true;
        }
    }
    begin();

    // What was kept when the session ended, with its cards: the answer's form has them, and every value in its place.
    const kept = givenBack.get(editor);
    if (kept) {
        const values = new FormData();
        for (const [name, value] of kept) values.append(name, value);
        values.set("csrf", editor.elements.csrf.value);
        send("preview", null, values);
    }
}
