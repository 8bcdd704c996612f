// Makes what already works quicker to use. No page needs it.
"use strict";

const all = (selector, inside = document) => inside.querySelectorAll(selector);
// What was pressed, in lower case; in a layout of other letters what Latin ones have on that key.
const letter = (event) => {
    if (/^Key[A-Z]$/.test(event.code) && !/^[a-z]$/i.test(event.key)) return event.code.slice(3).toLowerCase();
    const isSlash = event.code === "Slash" && /^[.,]$/.test(event.key);
    return isSlash ? event.shiftKey ? "?" : "/" : event.key.toLowerCase();
};

// Menus are <details>: a click outside or Escape closes them, and a panel that would leave the window changes sides.
function close(menu, focus) {
    menu.open = false;
    if (focus) menu.querySelector("summary").focus();
}
document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) close(menu);
});
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of all("details.menu[open]")) close(menu, menu.contains(document.activeElement));
});
for (const menu of all("details.menu")) {
    const panel = menu.querySelector(".panel");
    menu.addEventListener("toggle", () => {
        panel.classList.remove("flip");
        if (!menu.open) return;
        const box = panel.getBoundingClientRect();
        panel.classList.toggle("flip", box.left < 0 || box.right > document.documentElement.clientWidth);
        panel.querySelector("input:not([type=hidden])")?.focus();
    });
    menu.addEventListener("focusout", (event) => {
        if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(menu);
    });
}

// An address may name a menu: it is open then.
document.querySelector(`details.menu[id="${CSS.escape(location.hash.slice(1))}"]`)?.setAttribute("open", "");

// A long list of filter values gets a field that narrows it.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
for (const panel of all(".panel[data-find]")) {
    const items = [...all("li:has(a)", panel)].slice(1);
    const headings = all("li.heading", panel);
    if (items.length < 8) continue;
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = panel.dataset.find;
    field.setAttribute("aria-label", panel.dataset.find);
    field.autocomplete = "off";
    field.addEventListener("input", () => {
        const wanted = plain(field.value.trim());
        for (const item of items) item.hidden = !plain(item.textContent).includes(wanted);
        for (const heading of headings) heading.hidden = Boolean(wanted);
    });
    field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !field.value) return;
        items.find((item) => !item.hidden)?.querySelector("a").click();
    });
    panel.prepend(field);
}

// So does a long select: what is typed leaves the options with it, and chooses the first; an option's own code comes before others.
for (const list of all("select[data-find]")) {
    const options = [...list.options];
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = list.dataset.find;
    field.setAttribute("aria-label", `${list.labels[0]?.textContent ?? ""}: ${list.dataset.find}`);
    field.autocomplete = "off";
    field.addEventListener("input", () => {
        const wanted = plain(field.value.trim());
        const chosen = list.selectedOptions[0];
        const code = options.filter((option) => wanted && option.value.toLowerCase() === wanted);
        const fitting = code.concat(options.filter((option) => !code.includes(option) && plain(option.textContent).includes(wanted)));
        const next = !wanted || !fitting.length ? chosen : fitting[0];
        list.replaceChildren(...fitting.includes(next) ? fitting : [next, ...fitting]);
        next.selected = true;
        if (next !== chosen) list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        list.focus();
    });
    list.before(field);
}

// Codes get their names, in the page's language, so that a list is searched by either.
for (const list of all("[data-names]")) {
    const names = new Intl.DisplayNames([document.documentElement.lang], { type: list.dataset.names, fallback: "none" });
    for (const option of all("option", list)) {
        let name;
        try { name = option.value && names.of(option.value); } catch { continue; }
        if (name) option.textContent = name;
    }
}

// Of a field that takes several codes, each choice offers what is there already with one more.
for (const list of all("datalist[data-list]")) {
    const field = document.querySelector(`[list="${list.id}"]`);
    const codes = [...list.options].map((option) => option.value);
    const offer = () => {
        const before = field.value.replace(/[^\s,;،]*$/, "");
        [...list.options].forEach((option, at) => { option.value = before + codes[at]; });
    };
    field.addEventListener("input", offer);
    field.addEventListener("focus", offer);
}

// Ctrl-K or Cmd-K opens the palette: the page that finds anything, in a dialog.
const anything = document.querySelector("a.anything");
if (anything) {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    anything.setAttribute("aria-keyshortcuts", isMac ? "Meta+K" : "Control+K");
    const key = document.createElement("kbd");
    key.textContent = isMac ? "⌘K" : "Ctrl K";
    key.setAttribute("aria-hidden", "true");
    anything.append(key);
    let palette;
    const show = (event) => {
        event.preventDefault();
        palette ??= makePalette(anything);
        palette.open();
    };
    anything.addEventListener("click", (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) show(event);
    });
    document.addEventListener("keydown", (event) => {
        if (letter(event) !== "k" || !(isMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey) return;
        show(event);
    });
}

function make(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...inside);
    return element;
}

function icon(sprite, name) {
    const [svg, use] = ["svg", "use"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${sprite}#${name}`);
    svg.append(use);
    return svg;
}

function makePalette(link) {
    const sprite = link.dataset.icons;
    const title = link.querySelector("span").textContent;
    const field = make("input", {
        type: "search", name: "q", maxlength: "100", autocomplete: "off", spellcheck: "false", dir: "auto", placeholder: title,
        role: "combobox", "aria-label": title, "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": "palette-list",
    });
    const list = make("div", { id: "palette-list", class: "found", role: "listbox", "aria-label": title });
    const status = make("p", { class: "nothing", role: "status" });
    const form = make("form", { class: "find", method: "get", action: link.href }, icon(sprite, "search"), field);
    const dialog = make("dialog", { class: "palette", "aria-label": title }, form, list, status);
    document.body.append(dialog);

    let options = [];
    let chosen = -1;
    const choose = (index) => {
        options[chosen]?.setAttribute("aria-selected", "false");
        chosen = options.length ? (index + options.length) % options.length : -1;
        if (chosen < 0) return field.removeAttribute("aria-activedescendant");
        options[chosen].setAttribute("aria-selected", "true");
        options[chosen].scrollIntoView({ block: "nearest" });
        field.setAttribute("aria-activedescendant", options[chosen].id);
    };
    const fill = (groups) => {
        let number = 0;
        list.replaceChildren(...groups.map((group, index) => {
            const heading = make("h2", { id: `palette-group-${index}`, role: "presentation" }, group.title);
            const items = group.items.map((item) => {
                const option = make("a", { id: `palette-${number++}`, role: "option", "aria-selected": "false", tabindex: "-1", href: item.href },
                    item.image ? make("img", { class: "icon", src: item.image, alt: "" }) : icon(sprite, item.icon), make("bdi", {}, item.label));
                if (item.hint) option.append(" ", make("small", {}, make("bdi", {}, item.hint)));
                return option;
            });
            return make("section", { role: "group", "aria-labelledby": `palette-group-${index}` }, heading, ...items);
        }));
        options = [...all("[role=option]", list)];
        status.textContent = options.length ? "" : link.dataset.none;
        choose(0);
    };
    let running;
    const ask = async () => {
        running?.abort();
        const mine = running = new AbortController();
        const address = new URL(link.href);
        address.pathname += ".json";
        address.searchParams.set("q", field.value);
        try {
            const answer = await fetch(address, { signal: mine.signal, headers: { Accept: "application/json" } });
            if (!answer.ok || answer.redirected) throw new Error(answer.status);
            const groups = await answer.json();
            if (mine === running) fill(groups);
        } catch (error) {
            // No longer signed in, or no network: the page itself says which.
            if (error.name !== "AbortError") location.href = link.href;
        }
    };
    let timer;
    field.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(ask, 60);
    });
    field.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown") choose(chosen + 1);
        else if (event.key === "ArrowUp") choose(chosen - 1);
        // By itself it would only empty the field.
        else if (event.key === "Escape") dialog.close();
        else if (event.key === "Enter" && chosen >= 0 && !event.isComposing) options[chosen].click();
        else return;
        event.preventDefault();
    });
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    return {
        open() {
            if (!dialog.open) dialog.showModal();
            field.select();
            ask();
        },
    };
}

// Single keys: / searches, j and k go along the rows, e edits, ? says which there are and turns them off, as speech control needs it
// (WCAG 2.1.4). Nothing is listened to where somebody types.
const words = document.body.dataset;
const rows = [...all("main table tbody th a, main table tbody td:first-child a")];
function dialog(text, ...buttons) {
    const box = make("dialog", { class: "ask", "aria-label": text }, make("p", {}, text), make("div", { class: "buttons" }, ...buttons));
    document.body.append(box);
    box.addEventListener("close", () => box.remove());
    box.showModal();
    return box;
}
if (words.keys) {
    const isOff = () => localStorage.getItem("roost-keys") === "off";
    const tell = () => {
        const use = make("input", { type: "checkbox" });
        use.checked = !isOff();
        use.addEventListener("change", () => localStorage.setItem("roost-keys", use.checked ? "on" : "off"));
        const done = make("button", { class: "button main", type: "button" }, words.close);
        const box = dialog(words.keysList, make("label", {}, use, " ", words.keysUse), done);
        done.addEventListener("click", () => box.close());
    };
    const step = (by) => {
        const here = rows.indexOf(document.activeElement);
        rows[here < 0 ? 0 : Math.min(Math.max(here + by, 0), rows.length - 1)]?.focus();
    };
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
        if (event.target.closest("input, select, textarea, [contenteditable], [data-week], [data-grades], [role=grid]")) return;
        if (event.key === "?" || letter(event) === "?") tell();
        else if (isOff()) return;
        else if (event.key === "/" || letter(event) === "/") (document.querySelector("main input[type=search]") ?? anything)?.focus();
        else if (letter(event) === "j" && rows.length) step(1);
        else if (letter(event) === "k" && rows.length) step(-1);
        else if (letter(event) === "e" && document.querySelector("[data-edit]")) document.querySelector("[data-edit]").click();
        else return;
        event.preventDefault();
    });
}

// Ctrl+Enter, on a Mac Cmd+Enter, sends the form in which somebody types as its main or only button does: from a long text as well. What
// has keys of its own keeps them.
document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat) return;
    if (event.isComposing || event.defaultPrevented || event.target.closest("button, a, summary, [data-grades], [role=grid]")) return;
    const form = event.target.closest("main form[method=post]");
    const buttons = form ? [...all("button:not([type=button])", form)] : [];
    const button = buttons.find((one) => one.matches(".main")) ?? (buttons.length === 1 ? buttons[0] : null);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
});

// A session ends when nothing is asked for a while, and at the latest twelve hours after signing in. Two minutes before, every tab
// says so. What was typed is kept in this tab before each form is sent and when the session ends; whoever typed it gets it back after
// signing in, on the page where the form stood. An answer of the console without a sign-in between means that the form arrived.
const typed = "roost-typed";
const givenBack = new Map();
// Nothing is kept of a form that promises to store nothing, nor of one whose values a device makes.
const isKept = (form) => !form.matches("[data-passkey], [data-forget]");
const forms = () => [...all("main form")].filter(isKept);
const state = (form) => new URLSearchParams(new FormData(form)).toString();
const untouched = new Map(forms().map((form) => [form, state(form)]));
const addressOf = (form) => new URL(form.getAttribute("action") ?? "", location.href);
// Forms are told apart by where they go; of several that go to one place, by their order.
function marks() {
    const seen = new Map();
    return forms().map((form) => {
        const address = addressOf(form);
        const name = `${form.method} ${address.pathname}${address.search}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
        return [form, `${name} ${seen.get(name)}`];
    });
}
const isSecret = (one) => one.type === "password" || one.name === "csrf" || /one-time-code|password/.test(one.autocomplete ?? "") || /secret/.test(one.name);
function entries(form) {
    const secrets = new Set([...form.elements].filter(isSecret).map((one) => one.name));
    return [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !secrets.has(name));
}
function giveBack(form, values) {
    const left = new Map();
    for (const [name, value] of values) left.set(name, [...left.get(name) ?? [], value]);
    for (const one of form.elements) {
        if (!one.name || one.disabled || isSecret(one) || ["submit", "button", "file", "fieldset"].includes(one.type)) continue;
        const mine = left.get(one.name) ?? [];
        if (["checkbox", "radio"].includes(one.type)) one.checked = mine.includes(one.value);
        else if (one.type === "select-multiple") for (const option of one.options) option.selected = mine.includes(option.value);
        else if (mine.length) one.value = mine.shift();
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
}
const read = () => {
    try { return JSON.parse(sessionStorage.getItem(typed) ?? "null"); } catch { return null; }
};
const write = (kept) => {
    // More than the browser stores for a page is not kept; the form is sent all the same.
    try { sessionStorage.setItem(typed, JSON.stringify(kept)); } catch { sessionStorage.removeItem(typed); }
};
if (words.idle) {
    const limit = Number(words.idle) * 60_000;
    const here = location.pathname + location.search;
    const used = () => localStorage.setItem("roost-used", String(Date.now()));
    used();
    if (words.left) localStorage.setItem("roost-ends", String(Date.now() + Number(words.left) * 1000));
    // Every answer to a script means that the server has seen the session too.
    new PerformanceObserver((list) => {
        const isAnswer = (one) => ["fetch", "xmlhttprequest"].includes(one.initiatorType) && !one.redirectStart
            && one.responseEnd > 0 && (one.responseStatus ?? 200) > 0 && new URL(one.name).origin === location.origin;
        if (list.getEntries().some(isAnswer)) used();
    }).observe({ type: "resource" });

    let kept = read();
    if (kept && kept.who !== words.who) {
        kept = null;
        sessionStorage.removeItem(typed);
    }
    // The answer to a form stands at the form's address, where a page that is only read may be missing: the way back leads to where
    // the form was first.
    const isAnswer = "answer" in words;
    const place = isAnswer && kept ? kept.place : here;
    if (kept?.ended) {
        for (const [form, mark] of marks()) {
            if (!kept.forms[mark]) continue;
            givenBack.set(form, kept.forms[mark]);
            delete kept.forms[mark];
            if (!form.dataset.editor) giveBack(form, givenBack.get(form));
        }
        const isElsewhere = kept.place !== here && !kept.led && !givenBack.size;
        kept.led = true;
        if (Object.keys(kept.forms).length) write(kept);
        else sessionStorage.removeItem(typed);
        if (isElsewhere) location.replace(kept.place);
    } else if (kept && !isAnswer) sessionStorage.removeItem(typed);

    const keep = (chosen, more) => {
        const held = isAnswer ? { ...kept?.forms } : {};
        for (const [form, mark] of marks()) if (chosen(form)) held[mark] = entries(form);
        write({ place, who: words.who, forms: held, ...more });
    };
    // A form that came later, such as the one on a drawn phone, is nobody's work.
    const isTouched = (form) => untouched.has(form) && (isAnswer || givenBack.has(form) || state(form) !== untouched.get(form));
    document.addEventListener("submit", (event) => {
        const form = event.target;
        if (form.method !== "post" || !form.closest("main") || !isKept(form)) return;
        keep((one) => one === form || isTouched(one));
    });

    let warning;
    let isTold = false;
    const stay = async () => {
        const answer = await fetch(`${anything.href}.json`, { headers: { Accept: "application/json" } }).catch(() => null);
        if (answer?.ok && !answer.redirected) used();
        warning?.close();
    };
    const end = () => {
        keep(isTouched, { ended: true });
        for (const form of all("form")) sent.add(form);
        // Not a reload: that would send the form of a refused one again.
        location.replace(place);
    };
    setInterval(() => {
        const left = limit - (Date.now() - Number(localStorage.getItem("roost-used") ?? 0));
        const last = Number(localStorage.getItem("roost-ends") ?? Infinity) - Date.now();
        if (left <= 0 || last <= 0) return end();
        if (last <= 120_000) {
            if (isTold) return;
            isTold = true;
            warning?.close();
            const button = make("button", { class: "button main", type: "button" }, words.close);
            warning = dialog(words.last, button);
            button.addEventListener("click", () => warning.close());
        } else if (left > 120_000) {
            warning?.close();
            warning = null;
        } else if (!warning?.open) {
            const button = make("button", { class: "button main", type: "button" }, words.stay);
            button.addEventListener("click", stay);
            warning = dialog(words.ending, button);
        }
    }, 10_000);
} else if (document.body.matches(".door")) {
    // The sign-in page: either somebody went, or the session had ended.
    const kept = read();
    if (new URLSearchParams(location.search).has("out")) sessionStorage.removeItem(typed);
    else if (kept) write({ ...kept, ended: true });
}

// Rows ticked for an act on many: they are counted, the head takes the whole page, and the bar stays in sight meanwhile.
const bulk = document.querySelector("form#bulk");
const ticks = bulk ? [...bulk.elements].filter((one) => one.name === "user") : [];
if (ticks.length) {
    const whole = make("input", { type: "checkbox", "aria-label": bulk.dataset.page });
    document.querySelector("thead .pick").replaceChildren(whole);
    const everybody = bulk.elements.all;
    const status = bulk.querySelector("[role=status]");
    const number = new Intl.NumberFormat(document.documentElement.lang);
    const count = () => {
        const ticked = ticks.filter((one) => one.checked).length;
        whole.checked = ticked === ticks.length;
        whole.indeterminate = ticked > 0 && !whole.checked;
        status.textContent = ticked && !everybody.checked ? bulk.dataset.counted.replace("#", number.format(ticked)) : "";
        bulk.classList.toggle("chosen", ticked > 0 || everybody.checked);
    };
    document.addEventListener("change", (event) => {
        if (event.target === whole) for (const one of ticks) one.checked = whole.checked;
        count();
    });
    // Back from another page, the browser has put the ticks where they were.
    addEventListener("pageshow", count);
}

// A chart: one stop of the Tab key, then the arrow keys go from place to place, and what each holds is shown and read out.
// A part of a page that a script has put there later gets it from the same function.
function readByKeys(points) {
    const places = [...points.children];
    let at = -1;
    const go = (index) => {
        places[at]?.classList.remove("here");
        at = Math.max(0, Math.min(places.length - 1, index));
        places[at].classList.add("here");
        points.setAttribute("aria-valuenow", at);
        points.setAttribute("aria-valuetext", [...places[at].querySelectorAll("strong, span")].map((one) => one.textContent).join(", "));
    };
    points.removeAttribute("aria-hidden");
    for (const place of places) place.setAttribute("aria-hidden", "true");
    for (const [name, value] of Object.entries({
        role: "slider", tabindex: 0, "aria-label": points.dataset.points, "aria-valuemin": 0, "aria-valuemax": places.length - 1,
        "aria-valuenow": places.length - 1, "aria-valuetext": "",
    })) points.setAttribute(name, value);
    points.addEventListener("focus", () => { if (points.matches(":focus-visible")) go(at < 0 ? places.length - 1 : at); });
    points.addEventListener("blur", () => places[at]?.classList.remove("here"));
    points.addEventListener("keydown", (event) => {
        // A chart runs from left to right in every language.
        const steps = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: places.length - 1, PageUp: at + 7, PageDown: at - 7 };
        if (event.key === "Escape") places[at]?.classList.remove("here");
        else if (event.key in steps) go(steps[event.key]);
        else return;
        event.preventDefault();
    });
}
for (const points of all("[data-points]")) readByKeys(points);
// A meaning that is shown goes away by Escape.
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.activeElement?.matches(".term")) document.activeElement.blur();
});

// Cells of a grade table that could not be saved wait in this browser, by admin and class (grades.js). Each page of their workspace tells
// who comes back, since the class may be gone; the table of a class tells of its own.
const workspace = /^\/t\/[^/]+/.exec(location.pathname)?.[0];
function hasUnsentCells() {
    const prefix = `grades:${document.body.dataset.who}/`;
    try {
        return Object.keys(localStorage).some((key) => {
            const base = key.startsWith(prefix) && JSON.parse(localStorage.getItem(key)).base;
            return base && base.startsWith(`${workspace}/classes/`) && base !== location.pathname;
        });
    } catch { return false; }
}
const unsentPage = `${workspace}/classes/unsent`;
if (workspace && document.body.dataset.who && location.pathname !== unsentPage && hasUnsentCells()) {
    const request = new XMLHttpRequest();
    request.open("GET", unsentPage);
    request.responseType = "document";
    request.onload = () => {
        const notice = request.response?.querySelector("[data-unsent-notice]");
        if (!notice) return;
        const shown = document.importNode(notice, true);
        shown.hidden = false;
        document.getElementById("page").prepend(shown);
    };
    request.send();
}

// A form that changes something is sent once, however often its button is pressed.
const sent = new Set();
document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    form.setAttribute("aria-busy", "true");
});
// Back from the browser's cache: the page is as it was left, so let it be sent again.
addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of sent) form.removeAttribute("aria-busy");
    sent.clear();
});

// Passkeys: the browser makes one or uses one, and a form carries its answer. Without a script the six digits are the way.
const fromText = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
if (isSecureContext && window.PublicKeyCredential) {
    for (const one of all("[data-with-passkeys]")) one.hidden = false;
    for (const one of all("[data-without-passkeys]")) one.hidden = true;
}
async function passkey(form) {
    const options = JSON.parse(form.dataset.options);
    options.challenge = fromText(options.challenge);
    for (const one of [...options.allowCredentials ?? [], ...options.excludeCredentials ?? []]) one.id = fromText(one.id);
    if (form.dataset.passkey === "get") {
        const used = await navigator.credentials.get({ publicKey: options });
        return {
            credential: used.rawId, client_data: used.response.clientDataJSON, signature: used.response.signature,
            authenticator_data: used.response.authenticatorData, user_handle: used.response.userHandle ?? new ArrayBuffer(0),
        };
    }
    options.user.id = fromText(options.user.id);
    const { response } = await navigator.credentials.create({ publicKey: options });
    form.elements.transports.value = (response.getTransports?.() ?? []).join(" ");
    return { client_data: response.clientDataJSON, attestation: response.attestationObject };
}
for (const form of all("form[data-passkey]")) {
    const [button, fault] = [form.querySelector("button[type=button]"), form.querySelector(".error")];
    button.addEventListener("click", async () => {
        fault.hidden = button.disabled = true;
        try {
            for (const [name, bytes] of Object.entries(await passkey(form))) form.elements[name].value = toText(bytes);
            form.requestSubmit();
        } catch (error) {
            fault.textContent = error.name === "InvalidStateError" ? form.dataset.known : form.dataset.failed;
            fault.hidden = false;
        }
        button.disabled = false;
    });
}

// Leaving a form that was typed in asks first.
for (const form of all("form[data-unsaved]")) {
    addEventListener("beforeunload", (event) => {
        if (!sent.has(form) && state(form) !== untouched.get(form)) event.preventDefault();
    });
}

// Groups of the menu stay as they were left; the one with the current page is open in any case.
const folded = new Set((localStorage.getItem("roost-menu") ?? "").split(" ").filter(Boolean));
for (const group of all("details[data-menu]")) {
    const name = group.dataset.menu;
    if (folded.has(name) && !group.querySelector("[aria-current]")) group.open = false;
    group.addEventListener("toggle", () => {
        folded[group.open ? "delete" : "add"](name);
        localStorage.setItem("roost-menu", [...folded].join(" "));
    });
}
document.querySelector(".rail [aria-current]")?.scrollIntoView({ block: "nearest" });

// Copy and print: the buttons are hidden until there is a script to serve them.
function copyText(button) {
    const source = button.dataset.copyFrom && document.getElementById(button.dataset.copyFrom);
    if (!source) return button.dataset.copy;
    const lines = [...all("li", source)].map((item) => item.textContent.trim());
    return lines.length ? lines.join("\n") : source.textContent.trim();
}
for (const button of all("[data-copy], [data-copy-from]")) {
    if (!navigator.clipboard) continue;
    const label = button.querySelector("span") ?? button;
    const words = label.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(copyText(button));
        } catch {
            return;
        }
        label.textContent = button.dataset.done;
        setTimeout(() => { label.textContent = words; }, 2000);
    });
}
for (const button of all("[data-download-from]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
        const lines = [...all("li", document.getElementById(button.dataset.downloadFrom))].map((item) => item.textContent.trim());
        const address = URL.createObjectURL(new Blob([lines.join("\r\n") + "\r\n"], { type: "text/plain" }));
        make("a", { href: address, download: button.dataset.name }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
    });
}
for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
}

// A form that the server looks at while somebody fills it in: what it would clash with, before it is saved.
for (const form of all("form[data-check]")) {
    const mine = form.querySelector("[data-checked]");
    let timer;
    let running;
    const check = () => {
        running?.abort();
        const request = running = new XMLHttpRequest();
        request.open("POST", form.dataset.check);
        // A document, because a script may not make one of a text (trusted types).
        request.responseType = "document";
        request.timeout = 15000;
        request.onload = () => {
            const made = request.status === 200 && request.response?.querySelector("[data-checked]");
            if (made && request === running && !made.isEqualNode(mine)) mine.replaceChildren(...made.childNodes);
        };
        request.send(new URLSearchParams(new FormData(form)));
    };
    form.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(check, 300);
    });
}

// A week grid: a card is dragged to another cell, or chosen and moved by keys. Both send the plain form that is in the card.
// The page that answers begins at the cell where the card was put.
const slot = sessionStorage.getItem("roost-slot");
sessionStorage.removeItem("roost-slot");
for (const week of all("[data-week]")) {
    const rows = [...all("tbody tr", week)].map((row) => [...all("td", row)]);
    const cells = rows.flat();
    const form = (card) => card?.querySelector("form[data-move]");
    const said = document.querySelector("[data-week-said]");
    let held = null;
    let isCopy = false;

    function put(card, cell, copies, once) {
        const sending = form(card);
        if (!sending || !cell) return;
        sending.elements.slot.value = cell.dataset.slot;
        if (sending.elements.slot.value !== cell.dataset.slot) return;
        // Not every grid copies.
        const button = sending.querySelector(copies ? "[data-copies]" : "button.main");
        if (!button) return;
        // Of a lesson that is held in several weeks: only in the one that is shown.
        if (once && sending.elements.only) sending.elements.only.checked = true;
        // Of a session of a plan: without those that come after it.
        if (once && sending.elements.scope) sending.elements.scope.value = "one";
        sessionStorage.setItem("roost-slot", cell.dataset.slot);
        sending.requestSubmit(button);
    }
    function hold(card, copies) {
        held?.classList.remove("cut");
        held = form(card) ? card : null;
        isCopy = copies;
        if (!copies) held?.classList.add("cut");
    }
    // What keys have taken is read out: the card's look says it to the eye alone.
    function say(words) {
        if (said && held && words) said.textContent = words.replace("#", () => held.querySelector("h3 bdi").textContent);
    }

    for (const card of all("[data-card]", week)) {
        if (!form(card)) continue;
        card.draggable = true;
        card.addEventListener("dragstart", (event) => {
            hold(card, false);
            event.dataTransfer.effectAllowed = "copyMove";
            event.dataTransfer.setData("text/plain", card.querySelector("h3").textContent);
        });
        card.addEventListener("dragend", () => hold(null, false));
    }
    for (const cell of cells) {
        cell.tabIndex = -1;
        cell.addEventListener("dragover", (event) => {
            if (!held) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = event.ctrlKey || event.altKey ? "copy" : "move";
            cell.classList.add("over");
        });
        cell.addEventListener("dragleave", () => cell.classList.remove("over"));
        cell.addEventListener("drop", (event) => {
            event.preventDefault();
            cell.classList.remove("over");
            put(held, cell, event.ctrlKey || event.altKey, event.shiftKey);
        });
    }
    if (cells.length) cells[0].tabIndex = 0;
    cells.find((cell) => cell.dataset.slot === slot)?.focus();
    for (const hint of all("[data-week-keys]")) hint.hidden = false;

    week.addEventListener("focusin", (event) => {
        const cell = event.target.closest("td");
        if (!cell) return;
        for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
    });
    week.addEventListener("keydown", (event) => {
        const cell = event.target.closest("td");
        if (!cell || event.target.closest("select, input, textarea")) return;
        const y = rows.findIndex((row) => row.includes(cell));
        const x = rows[y].indexOf(cell);
        const forward = getComputedStyle(week).direction === "rtl" ? -1 : 1;
        const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [forward, 0], ArrowLeft: [-forward, 0] };
        const card = event.target.closest("[data-card]") ?? cell.querySelector("[data-card]");
        const key = letter(event);
        const commands = event.ctrlKey || event.metaKey;
        if (steps[event.key] && !commands) {
            rows[y + steps[event.key][1]]?.[x + steps[event.key][0]]?.focus();
        } else if (commands && (key === "x" || key === "c") && form(card) && !String(getSelection())) {
            hold(card, key === "c");
            if (key === "x") say(said?.dataset.cut);
            else if (form(card).querySelector("[data-copies]")) say(said?.dataset.copied);
        } else if (commands && key === "v" && held) {
            put(held, cell, isCopy, event.shiftKey);
        } else if (key === "n" && !commands) {
            cell.querySelector("[data-add]")?.click();
        } else if (key === "g" && !commands) {
            card?.querySelector("[data-places]")?.click();
        } else {
            return;
        }
        event.preventDefault();
    });
}
