// Makes what already works quicker to use. No page needs it.
"use strict";

const all = (selector, inside = document) => inside.querySelectorAll(selector);

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

// A long list of filter values gets a field that narrows it.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
for (const panel of all(".panel[data-find]")) {
    const items = [...all("li", panel)].slice(1);
    if (items.length < 8) continue;
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = panel.dataset.find;
    field.setAttribute("aria-label", panel.dataset.find);
    field.autocomplete = "off";
    field.addEventListener("input", () => {
        const wanted = plain(field.value.trim());
        for (const item of items) item.hidden = !plain(item.textContent).includes(wanted);
    });
    field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !field.value) return;
        items.find((item) => !item.hidden)?.querySelector("a").click();
    });
    panel.prepend(field);
}

// Ctrl-K or Cmd-K goes to the list's search. A bare "/" would break speech control (WCAG 2.1.4).
const find = document.querySelector("[data-find-field]");
if (find) {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    find.setAttribute("aria-keyshortcuts", isMac ? "Meta+K" : "Control+K");
    const key = document.createElement("kbd");
    key.textContent = isMac ? "⌘K" : "Ctrl K";
    key.setAttribute("aria-hidden", "true");
    find.after(key);
    document.addEventListener("keydown", (event) => {
        if (event.key.toLowerCase() !== "k" || !(isMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey) return;
        event.preventDefault();
        find.focus();
        find.select();
    });
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

// Leaving a form that was typed in asks first.
for (const form of all("form[data-unsaved]")) {
    const state = () => new URLSearchParams(new FormData(form)).toString();
    const before = state();
    addEventListener("beforeunload", (event) => {
        if (!sent.has(form) && state() !== before) event.preventDefault();
    });
}

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
for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
}
