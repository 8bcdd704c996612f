// Makes a spreadsheet of a grade table, and of each mark of attendance a button to tap. Without it both work as forms.
"use strict";

// A tap goes on to the next state: present, absent, excused, and nothing again.
function cycle(select) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button cycle";
    const show = () => {
        button.textContent = select.selectedOptions[0].textContent;
        button.dataset.state = select.value;
        button.setAttribute("aria-label", `${select.getAttribute("aria-label")}: ${button.textContent}`);
    };
    button.addEventListener("click", () => {
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        show();
    });
    select.hidden = true;
    select.after(button);
    show();
    // A browser that goes back to a page fills its form as it was left.
    window.addEventListener("pageshow", show);
}

// Digits and decimals as spreadsheets know them in every country.
function latin(text) {
    return text.replace(/[۰-۹]/g, (digit) => "۰۱۲۳۴۵۶۷۸۹".indexOf(digit)).replace(/[٠-٩]/g, (digit) => "٠١٢٣٤٥٦٧٨٩".indexOf(digit)).replace("٫", ".");
}

// As the server compares what was typed: without case, accents, spaces and what is invisible, narrow, and letters that look alike as one.
function foldLetters(text) {
    return latin(text).normalize("NFKD").toLowerCase().replace(/[\p{M}\p{Cf}\s\u0640]/gu, "").replace("٫", ".")
        .replace(/[ехмраεχμραيىك]/g, (letter) => "exmpaexmpaییک"["ехмраεχμραيىك".indexOf(letter)]);
}

// A page or a part of one, as a document: the browser itself reads it, since a script may not make one of a text (trusted types).
function request(method, address, form, milliseconds) {
    return new Promise((done, failed) => {
        const request = new XMLHttpRequest();
        request.open(method, address);
        request.responseType = "document";
        request.timeout = milliseconds;
        request.onload = () => done({ status: request.status, isMoved: new URL(request.responseURL).pathname !== new URL(address, location).pathname, page: request.response });
        request.onerror = request.ontimeout = request.onabort = () => failed(new Error("no answer"));
        request.send(form);
    });
}

// What could not be sent yet is kept over a reload and a closed browser, by cell; in memory alone where the browser forbids more.
function unsentCells(prefix) {
    const memory = new Map();
    let lasts = true;
    return {
        get lasts() { return lasts; },
        put(key, entry) {
            memory.set(key, entry);
            try { localStorage.setItem(prefix + key, JSON.stringify(entry)); } catch { lasts = false; }
        },
        get: (key) => memory.get(key),
        remove(key) {
            memory.delete(key);
            try { localStorage.removeItem(prefix + key); } catch { lasts = false; }
        },
        read() {
            try {
                for (let index = 0; index < localStorage.length; index++) {
                    const name = localStorage.key(index);
                    if (name.startsWith(prefix)) memory.set(name.slice(prefix.length), JSON.parse(localStorage.getItem(name)));
                }
            } catch { lasts = false; }
            return [...memory];
        },
    };
}

// What was typed and can't be saved: its student or assignment has left the class, or nothing in the class can be changed any more. It is
// shown, and kept in the browser, until it is dismissed.
function lostCells(section, unsent) {
    const words = section.dataset;
    const list = section.querySelector("ul");
    const items = new Map();
    const show = () => { section.hidden = !items.size; };
    copies(section.querySelector("[data-copy-cells]"), () => [...items.values()].map((item) => item.cells));
    return {
        changed: () => {},
        get size() { return items.size; },
        // `at`: the names of the class, the student and the assignment. Without them the page of the cell's history says them.
        add(key, text, at, address) {
            items.get(key)?.remove();
            const [student, assignment] = key.split(":");
            const item = document.createElement("li");
            item.cells = [...(at ?? ["", "", ""]), text];
            const name = at && (address ? at : at.slice(1)).join(words.between);
            const who = document.createElement("a");
            who.href = address ?? `${words.base}/students/${student}/assignments/${assignment}`;
            const label = document.createElement("bdi");
            label.textContent = name ?? words.unknown;
            who.append(label);
            const typed = document.createElement("strong");
            typed.textContent = text || words.empty;
            const button = document.createElement("button");
            button.type = "button";
            button.className = "button small";
            button.textContent = words.dismiss;
            const named = () => button.setAttribute("aria-label", `${words.dismiss}: ${label.textContent}`);
            named();
            button.addEventListener("click", () => {
                unsent.remove(key);
                this.remove(key);
                (list.querySelector("button") ?? document.querySelector("table.grades td[tabindex='0']"))?.focus({ preventScroll: true });
            });
            item.append(who, ": ", typed, " ", button);
            list.append(item);
            items.set(key, item);
            show();
            if (name) return;
            request("GET", who.href, null, 20000).then(({ page }) => {
                label.textContent = page?.querySelector("#page h1")?.textContent.trim() || label.textContent;
                item.cells[1] = label.textContent;
                named();
            }, () => {});
        },
        remove(key) {
            items.get(key)?.remove();
            const isGone = items.delete(key);
            show();
            if (isGone) this.changed();
        },
    };
}

// Copies cells as a spreadsheet takes them: a line each.
function copies(button, lines) {
    if (!button || !navigator.clipboard) return;
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(writeBlock(lines()));
        } catch { return; }
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = words; }, 2000);
    });
}

// A block of a spreadsheet: a cell with a line break, a tab or a quotation mark in it comes in quotation marks.
function readBlock(text) {
    const lines = [[]];
    const whole = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
    let at = 0;
    for (;;) {
        const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(whole.slice(at));
        const plain = quoted ?? /^[^\t\n]*/.exec(whole.slice(at));
        lines.at(-1).push(quoted ? quoted[1].replace(/""/g, '"').replace(/\n/g, " ") : plain[0]);
        at += plain[0].length;
        if (at >= whole.length) return lines;
        if (whole[at] === "\n") lines.push([]);
        at += 1;
    }
}

const writeBlock = (lines) => lines.map((line) => line.map((text) => /["\t\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text).join("\t")).join("\n");

function spreadsheet(table, unsent, lost) {
    const words = table.dataset;
    const heads = [...table.tHead.rows[0].cells].slice(1, -2);
    const rows = [...table.tBodies[0].rows];
    const foot = table.tFoot.rows[0].cells;
    const place = document.querySelector(".grades-status");
    const status = place.querySelector("[role=status]");
    const scroll = table.closest(".scroll");
    const isRTL = getComputedStyle(table).direction === "rtl";
    const number = new Intl.NumberFormat(document.documentElement.lang);
    const firstRow = rows[0]?.rowIndex ?? 0;
    const cellAt = (row, column) => rows[row]?.cells[column + 1];
    const rowOf = (cell) => cell.parentNode.rowIndex - firstRow;
    const columnOf = (cell) => cell.cellIndex - 1;
    const isGrade = (cell) => cell && cell.tagName === "TD" && cell.cellIndex <= heads.length && cell.parentNode.parentNode === table.tBodies[0];
    for (const one of document.querySelectorAll("#grades-help > span")) one.hidden = !one.hidden;
    place.hidden = false;
    const nameOf = (cell) => cell.parentNode.cells[0].textContent.trim();
    const namesOf = (cell) => [table.getAttribute("aria-label"), nameOf(cell), headOf(cell)];
    // The words of each mark in every language, as the server reads them.
    const marksOf = new Map(words.spelled.split("\n").flatMap((line) => {
        const [letter, ...spelled] = line.split("|");
        return spelled.map((word) => [word, letter]);
    }));
    const headOf = (cell) => heads[columnOf(cell)].querySelector("a").textContent;

    table.setAttribute("role", "grid");
    table.setAttribute("aria-multiselectable", "true");
    for (const row of table.rows) row.setAttribute("role", "row");
    for (const head of table.tHead.rows[0].cells) head.setAttribute("role", "columnheader");
    for (const row of [...rows, table.tFoot.rows[0]]) {
        row.cells[0].setAttribute("role", "rowheader");
        for (const cell of [...row.cells].slice(1)) cell.setAttribute("role", "gridcell");
        for (const cell of [...row.cells].slice(-2)) cell.setAttribute("aria-readonly", "true");
    }
    for (const cell of [...foot].slice(1)) cell.setAttribute("aria-readonly", "true");

    // One cell has the focus; from it a block may reach to another.
    let active = cellAt(0, 0);
    let anchor = active;
    let chosen = [];
    let editor = null;
    // Where Tab set out: Enter goes on below it.
    let tabbedFrom = null;
    active.tabIndex = 0;

    const where = document.createElement("p");
    where.className = "grades-where";
    const shown = document.createElement("button");
    shown.type = "button";
    shown.className = "button small";
    shown.hidden = true;
    // What is saved and yet may be a slip, told to eyes and ears until the next change.
    const above = document.createElement("p");
    above.className = "grades-above";
    above.setAttribute("aria-live", "polite");
    status.after(shown, above, where);

    function block() {
        const [a, b] = [anchor, active].map((cell) => [rowOf(cell), columnOf(cell)]);
        const cells = [];
        for (let row = Math.min(a[0], b[0]); row <= Math.max(a[0], b[0]); row++) {
            const line = [];
            for (let column = Math.min(a[1], b[1]); column <= Math.max(a[1], b[1]); column++) line.push(cellAt(row, column));
            cells.push(line);
        }
        return cells;
    }

    function select(cell, keepsAnchor) {
        if (!isGrade(cell)) return;
        for (const one of chosen) one.removeAttribute("aria-selected");
        active.tabIndex = -1;
        active = cell;
        if (!keepsAnchor) anchor = cell;
        active.tabIndex = 0;
        active.focus({ preventScroll: true });
        reveal(active);
        if (said) {
            said = "";
            report();
        }
        chosen = block().flat();
        for (const one of chosen) one.setAttribute("aria-selected", "true");
        describe();
    }

    // Scrolls the table alone: the frozen names and heads cover what would lie beneath them.
    function reveal(cell) {
        const frame = scroll.getBoundingClientRect();
        const box = cell.getBoundingClientRect();
        const name = cell.parentNode.cells[0].getBoundingClientRect();
        const top = table.tHead.rows[0].cells[0].getBoundingClientRect().bottom;
        // What says that all is saved stands at the window's lower edge, above the table.
        const bottom = Math.min(frame.top + scroll.clientTop + scroll.clientHeight, place.getBoundingClientRect().top, window.innerHeight);
        if (box.top < top) scroll.scrollTop -= top - box.top;
        else if (box.bottom > bottom && bottom - top >= box.height) scroll.scrollTop += box.bottom - bottom;
        const [left, right] = isRTL ? [frame.left, name.left] : [name.right, frame.right];
        if (box.left < left) scroll.scrollLeft -= left - box.left;
        else if (box.right > right) scroll.scrollLeft += box.right - right;
        const now = cell.getBoundingClientRect();
        if (now.top < 0) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
        else if (now.bottom > bottom) window.scrollBy(0, now.bottom - bottom);
    }

    function describe() {
        const row = active.parentNode;
        const head = heads[columnOf(active)];
        const link = document.createElement("a");
        link.href = `${row.cells[0].querySelector("a").getAttribute("href")}/assignments/${head.dataset.assignment}`;
        link.textContent = words.history;
        link.setAttribute("aria-keyshortcuts", "Shift+F2");
        link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            showHistory(link.href);
        });
        const text = document.createElement("bdi");
        text.textContent = [nameOf(active), headOf(active), active.textContent || words.empty].join(words.between);
        where.replaceChildren(text, " ", link);
        const remark = active.dataset.note ?? active.title;
        if (!remark) return;
        const note = document.createElement("strong");
        note.textContent = remark;
        where.append(note);
        if (active.dataset.mine === undefined) return;
        const cell = active;
        for (const [label, mine] of [[words.mine, true], [words.theirs, false]]) {
            const button = document.createElement("button");
            button.type = "button";
            button.className = "button small";
            button.textContent = label;
            button.addEventListener("click", () => settle(cell, mine));
            where.append(button, " ");
        }
    }

    // The history is a page of its own; here it comes to the cell.
    async function showHistory(link) {
        const back = active;
        let page;
        try {
            page = (await request("GET", link, null, 20000)).page;
        } catch { /* Without a connection the browser says so by itself. */ }
        const [head, card] = [page?.querySelector("#page h1"), page?.querySelector("#page section.card")];
        if (!card) return location.assign(link);
        const box = document.createElement("dialog");
        box.className = "cell-history";
        const title = document.createElement("h2");
        title.textContent = head.textContent;
        title.id = "cell-history-title";
        box.setAttribute("aria-labelledby", title.id);
        const close = document.createElement("button");
        close.type = "button";
        close.className = "button";
        close.textContent = words.close;
        close.addEventListener("click", () => box.close());
        box.append(title, card, close);
        box.addEventListener("close", () => { box.remove(); back.focus({ preventScroll: true }); });
        document.body.append(box);
        box.showModal();
        close.focus();
    }

    // MARK: Typing

    // `text`: typed over the cell; then arrows leave it. Without, what stands there is edited, and arrows move the caret.
    function open(text) {
        if (editor) return;
        const cell = active;
        const input = document.createElement("input");
        const was = cell.textContent;
        input.value = text ?? was;
        input.setAttribute("aria-label", `${nameOf(cell)}, ${headOf(cell)}`);
        input.autocomplete = "off";
        input.enterKeyHint = "next";
        // Marks have buttons below, so a phone can show its digits.
        input.inputMode = "decimal";
        cell.replaceChildren(input);
        editor = { cell, input, was, isOver: text !== undefined, version: cell.dataset.v ?? 0, isOvertaken: false };
        input.focus({ preventScroll: true });
        if (text === undefined) input.select();
        input.addEventListener("blur", () => { if (editor?.input === input) done(true, false); });
    }

    function done(keeps, focuses = true) {
        if (!editor) return;
        const { cell, input, was, version, isOvertaken } = editor;
        editor = null;
        cell.replaceChildren(was);
        // Somebody else's grade came while this one was typed, and nobody has seen it: the older version makes it a conflict once more.
        if (keeps && input.value.trim() !== was) change([[cell, input.value.trim()]], undefined, isOvertaken ? version : undefined);
        if (focuses) cell.focus({ preventScroll: true });
    }

    // MARK: Changes

    const undone = [];
    const redone = [];
    // What is still to be sent, by its cell.
    const queue = new Map();
    const keyOf = (cell) => `${cell.parentNode.dataset.student}:${heads[columnOf(cell)].dataset.assignment}`;
    const conflicts = new Set();
    // Hold no grade: they stand here as they were typed, and nowhere else.
    const refused = new Set();
    let isSending = false;
    let isRefused = false;
    let pause = 0;
    let timer = 0;
    // Cells that the last block had outside the table: told until the next change.
    let left = 0;
    // The answer to a key that changed nothing: told until the next cell is chosen.
    let said = "";

    // `from`: the stack that this takes a step back from. `seen`: the version that was seen, if it is not the cell's.
    function change(changes, from, seen) {
        const all = changes.filter(([cell, text]) => isGrade(cell) && cell.textContent !== text);
        if (!all.length) return;
        left = 0;
        said = "";
        above.textContent = "";
        const back = all.map(([cell]) => [cell, cell.textContent]);
        if (from === undone) redone.push(back);
        else {
            undone.push(back);
            if (undone.length > 200) undone.shift();
            if (from !== redone) redone.length = 0;
        }
        for (const [cell, text, before] of all) put(cell, text, before ?? seen ?? cell.dataset.v ?? 0, unsent.get(keyOf(cell))?.tried ?? []);
        report();
        describe();
        send();
    }

    function put(cell, text, version, tried) {
        cell.textContent = text;
        cell.dataset.pending = "";
        cell.dataset.v = version;
        clear(cell);
        queue.set(cell, text);
        keep(cell, version, text, tried);
    }

    // With its names: should the class itself be gone by then, nothing else tells which cell it was.
    function keep(cell, version, text, tried) {
        unsent.put(keyOf(cell), { v: Number(version), text, tried, at: namesOf(cell), base: words.base });
    }

    // Somebody else's grade stands there now. No step back that was made before may write over it.
    function forget(cell) {
        for (const stack of [undone, redone]) {
            const steps = stack.map((changes) => changes.filter(([one]) => one !== cell)).filter((changes) => changes.length);
            stack.splice(0, stack.length, ...steps);
        }
    }

    // What was said about a cell.
    function clear(cell) {
        delete cell.dataset.note;
        delete cell.dataset.mine;
        cell.removeAttribute("aria-invalid");
        cell.removeAttribute("title");
        cell.classList.remove("conflict", "refused");
        conflicts.delete(cell);
        refused.delete(cell);
        lost.remove(keyOf(cell));
    }

    function report() {
        const count = (text, value) => text.replace("#", number.format(value));
        let text = words.saved;
        if (queue.size) text = isRefused ? count(words.ended, queue.size) : pause ? count(words.sending, queue.size) : words.saving;
        else if (said) text = said;
        else if (left) text = count(words.cut, left);
        else if (conflicts.size) text = count(words.conflicts, conflicts.size);
        else if (refused.size) text = refusal();
        else if (lost.size) text = count(words.lost, lost.size);
        // The button beside it shows the same; a screen reader is told here.
        status.classList.toggle("hide", !queue.size && !left && !said && conflicts.size + refused.size > 0);
        if (status.textContent !== text) status.textContent = text;
        place.classList.toggle("is-waiting", queue.size > 0 && (pause > 0 || isRefused));
        shown.hidden = !conflicts.size && !refused.size;
        shown.textContent = conflicts.size ? count(words.conflicts, conflicts.size) : refused.size ? refusal() : "";
    }
    // The first cell that is not saved by its name, with the reason, and how many there are.
    function refusal() {
        const [cell] = refused;
        const about = [nameOf(cell), headOf(cell), cell.dataset.note];
        const count = refused.size > 1 ? words.refused.replace("#", number.format(refused.size)) : words.refusedOne;
        return [count, ...about].join(words.between);
    }
    shown.addEventListener("click", () => select([...(conflicts.size ? conflicts : refused)].find((cell) => cell !== active) ?? active));

    async function send() {
        if (isSending || !queue.size) return;
        clearTimeout(timer);
        isSending = true;
        const part = [...queue].slice(0, 300);
        const lines = part.map(([cell, text]) => {
            const key = keyOf(cell);
            const entry = unsent.get(key) ?? { v: Number(cell.dataset.v ?? 0), text, tried: [] };
            // Known again should the answer get lost: then what stands there is this browser's own.
            if (!entry.tried.includes(text)) keep(cell, entry.v, entry.text, [...entry.tried, text].slice(-20));
            return [...key.split(":"), cell.dataset.v ?? 0, text.replace(/[\t\n\r]/g, " ")].join("\t");
        });
        try {
            const form = new URLSearchParams({ csrf: words.csrf, cells: lines.join("\n") });
            const answer = await request("POST", words.action, form, 20000);
            // Somewhere else is the way to sign in.
            isRefused = answer.isMoved || [401, 403, 404].includes(answer.status);
            // The class itself is not there any more: a reload would not tell which cells they are.
            if (!answer.isMoved && answer.status === 404) for (const [cell, text] of queue) lost.add(keyOf(cell), text, namesOf(cell));
            if (isRefused || !answer.page?.querySelector("u")) throw new Error(String(answer.status));
            pause = 0;
            take(answer.page, new Map(part));
        } catch {
            // The session may be over, the server down, the phone in a tunnel: what was typed stays, and is sent again.
            pause = Math.min(15000, (pause || 500) * 2);
            isSending = false;
            report();
            if (!isRefused) timer = setTimeout(send, pause);
            return;
        }
        isSending = false;
        report();
        send();
    }
    window.addEventListener("online", () => { pause = 0; send(); });
    window.addEventListener("beforeunload", (event) => { if (refused.size || (queue.size && !unsent.lasts)) event.preventDefault(); });

    const byStudent = new Map(rows.map((row) => [row.dataset.student, row]));
    const byAssignment = new Map(heads.map((head, index) => [head.dataset.assignment, index]));
    const cellOf = (student, assignment) => byStudent.get(student)?.cells[byAssignment.get(assignment) + 1];
    const alike = (a, b) => grade(a) === grade(b);
    // Without the signs between groups of digits; the comma is one of them where it is not before decimals.
    const grouped = document.documentElement.lang.startsWith("en") ? /^\d{1,3}(?:[,٬'’]\d{3})+(?![\d,])/ : /^\d{1,3}(?:[٬'’]\d{3})+(?!\d)/;
    const ungrouped = (points) => points.replace(grouped, (whole) => whole.replace(/\D/g, ""));
    // Many Iranians write a slash before decimals; elsewhere it may be of a fraction.
    const isPersian = document.documentElement.lang.startsWith("fa");
    const persianSlash = /[۰-۹٠-٩]\/[۰-۹٠-٩]/;
    // A grade as the server would store it.
    function grade(text) {
        const folded = foldLetters(isPersian || persianSlash.test(text) ? text.replace(/^([^/]*\p{Nd})\/(\p{Nd}[^/]*)$/u, "$1٫$2") : text);
        const [, points, word] = /^([0-9.,٬'’]*)%?(.*)$/s.exec(folded);
        if (!points) return marksOf.get(folded) ?? folded;
        const plain = ungrouped(points).replace(",", ".").replace(/^0+(?=\d)/, "").replace(/\.(\d*?)0*$/, (_, digits) => digits && `.${digits}`).replace(/^\./, "0.");
        return plain + (marksOf.get(word) ?? word);
    }

    function take(answer, sent) {
        for (const one of answer.querySelectorAll("p[data-student]")) {
            const cell = cellOf(one.dataset.student, one.dataset.assignment);
            if (!cell) continue;
            const key = keyOf(cell);
            // Typed again while the answer was under way: only the version counts.
            const isNewer = queue.get(cell) !== sent.get(cell);
            const state = one.dataset.state;
            if (state === "saved") {
                cell.dataset.v = one.dataset.version;
                // The same grade was written by somebody else before.
                if (one.dataset.writer === "other") forget(cell);
                if (isNewer) {
                    keep(cell, one.dataset.version, queue.get(cell), []);
                    continue;
                }
                queue.delete(cell);
                unsent.remove(key);
                lost.remove(key);
                if (editor?.cell === cell) editor.was = one.dataset.text;
                else cell.textContent = one.dataset.text;
                cell.className = one.className;
                delete cell.dataset.pending;
                if (one.textContent) {
                    cell.title = cell.dataset.note = one.textContent;
                    above.textContent = [nameOf(cell), headOf(cell), one.textContent].join(words.between);
                }
            } else if (state === "conflict" && one.dataset.writer === "self" && unsent.get(key)?.tried.some((text) => alike(text, one.dataset.text))) {
                // Its answer got lost: the same person wrote what stands there, and this browser has sent it.
                cell.dataset.v = one.dataset.version;
                keep(cell, one.dataset.version, queue.get(cell), []);
            } else {
                if (isNewer && state !== "conflict") continue;
                const mine = queue.get(cell) ?? sent.get(cell);
                queue.delete(cell);
                delete cell.dataset.pending;
                cell.setAttribute("aria-invalid", "true");
                cell.dataset.note = one.textContent;
                cell.title = one.textContent;
                if (state === "conflict") {
                    cell.dataset.mine = mine || "∅";
                    cell.dataset.typed = mine;
                    cell.dataset.v = one.dataset.version;
                    if (editor?.cell === cell) {
                        editor.was = one.dataset.text;
                        editor.isOvertaken = true;
                    } else cell.textContent = one.dataset.text;
                    cell.className = `${one.className} conflict`.trim();
                    conflicts.add(cell);
                    forget(cell);
                } else if (state === "gone") {
                    cell.className = "refused";
                    lost.add(key, mine, namesOf(cell));
                } else {
                    unsent.remove(key);
                    cell.className = "refused";
                    refused.add(cell);
                }
                if (cell === active && !editor) describe();
            }
        }
        for (const one of answer.querySelectorAll("b[data-student]")) {
            const cells = byStudent.get(one.dataset.student)?.cells;
            if (!cells) continue;
            const total = cells[heads.length + 1];
            (total.querySelector("bdi") ?? total).textContent = one.dataset.percent;
            total.dataset.tenths = one.dataset.tenths;
            cells[heads.length + 2].textContent = one.dataset.letter;
        }
        for (const one of answer.querySelectorAll("i[data-assignment]")) {
            foot[byAssignment.get(one.dataset.assignment) + 1].textContent = one.dataset.mean;
        }
        showMean();
        clearTimeout(figures);
        figures = setTimeout(askFigures, 1000);
        if (!editor) describe();
    }

    // The statistics need every cell of the class, so they come once, when nobody types any more.
    let figures = 0;
    async function askFigures() {
        if (editor || queue.size) {
            figures = setTimeout(askFigures, 1000);
            return;
        }
        try {
            const answer = await request("GET", words.figures, null, 20000);
            if (!answer.isMoved && !queue.size) showFigures(answer.page?.querySelector("#figures"));
        } catch { /* With the next cell, or a reload. */ }
    }

    // The cards below the table, as a reload would show them.
    function showFigures(figures) {
        const shown = document.getElementById("figures");
        if (!figures || !shown) return;
        const fresh = document.importNode(figures, true);
        const opened = new Set([...shown.querySelectorAll("details[open] > summary")].map((summary) => summary.closest(".card").querySelector("h2").textContent));
        shown.replaceWith(fresh);
        for (const details of fresh.querySelectorAll("details")) details.open = opened.has(details.closest(".card").querySelector("h2").textContent);
        for (const points of fresh.querySelectorAll("[data-points]")) readByKeys(points);
    }

    // The mean of all totals as they are shown, in whole tenths, a half upwards: as the server has it.
    function showMean() {
        const all = rows.map((row) => row.cells[heads.length + 1].dataset.tenths).filter((tenths) => tenths).map(Number);
        const sum = all.reduce((total, tenths) => total + tenths, 0);
        const written = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
        foot[heads.length + 1].textContent = all.length ? written.format(Math.floor((2 * sum + all.length) / (2 * all.length)) / 1000) : "";
    }

    // Both values have been seen.
    function settle(cell, takesMine) {
        const mine = cell.dataset.typed;
        clear(cell);
        unsent.remove(keyOf(cell));
        if (takesMine) change([[cell, mine]]);
        report();
        // On to the next one.
        select(conflicts.values().next().value ?? cell);
    }

    // Of an earlier visit: the page was left, or the browser ended, before all was sent.
    for (const [key, entry] of unsent.read()) {
        const cell = cellOf(...key.split(":"));
        if (!cell) lost.add(key, entry.text, entry.at);
        else if (cell.textContent === entry.text) unsent.remove(key);
        else put(cell, entry.text, entry.v, entry.tried ?? []);
    }
    lost.changed = report;
    if (queue.size || lost.size) report();
    send();

    // An assignment that was just added: its column may be the last one, and the table opens at the first. A browser that has scrolled to
    // the fragment of its address takes the focus away from whatever had it, so this waits for that.
    const wanted = heads.findIndex((head) => location.hash === `#${head.id}`);
    if (wanted >= 0) window.addEventListener("load", () => setTimeout(() => { if (!editor) select(cellAt(0, wanted)); }));

    // MARK: Keys, pointer, clipboard

    function move(rowStep, columnStep, keepsAnchor) {
        const row = Math.max(0, Math.min(rows.length - 1, rowOf(active) + rowStep));
        const column = Math.max(0, Math.min(heads.length - 1, columnOf(active) + columnStep));
        select(cellAt(row, column), keepsAnchor);
    }

    function enter(isBack) {
        if (tabbedFrom !== null && !isBack) {
            const column = tabbedFrom;
            tabbedFrom = null;
            return select(cellAt(Math.min(rows.length - 1, rowOf(active) + 1), column));
        }
        move(isBack ? -1 : 1, 0);
    }

    function tab(isBack) {
        tabbedFrom ??= columnOf(active);
        move(0, isBack ? -1 : 1);
    }

    table.addEventListener("keydown", (event) => {
        const cell = event.target.closest("td");
        if (!isGrade(cell)) return;
        const isControl = event.ctrlKey || event.metaKey;
        const ahead = isRTL ? -1 : 1;
        if (editor) {
            if (event.isComposing) return;
            const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -ahead], ArrowRight: [0, ahead] };
            if (event.key === "Escape") {
                done(false);
                select(cell);
            } else if (event.key === "Enter" && isControl) {
                // What is typed fills the block that is chosen.
                const { cell: own, version, isOvertaken } = editor;
                const text = editor.input.value.trim();
                done(false);
                // As in done(): nobody has seen what came while it was typed.
                change(block().flat().map((one) => [one, text, one === own && isOvertaken ? version : undefined]));
            } else if (event.key === "Enter") {
                done(true);
                enter(event.shiftKey);
            } else if (event.key === "Tab") {
                done(true);
                tab(event.shiftKey);
            } else if (steps[event.key] && editor.isOver) {
                done(true);
                tabbedFrom = null;
                move(...steps[event.key]);
            } else return;
            return event.preventDefault();
        }
        if (!["Tab", "Enter", "Shift"].includes(event.key) && event.key.length > 1) tabbedFrom = null;
        switch (event.key) {
        case "ArrowUp": move(isControl ? -rows.length : -1, 0, event.shiftKey); break;
        case "ArrowDown": move(isControl ? rows.length : 1, 0, event.shiftKey); break;
        case "ArrowLeft": move(0, (isControl ? heads.length : 1) * -ahead, event.shiftKey); break;
        case "ArrowRight": move(0, (isControl ? heads.length : 1) * ahead, event.shiftKey); break;
        case "PageUp": move(-15, 0, event.shiftKey); break;
        case "PageDown": move(15, 0, event.shiftKey); break;
        case "Home": move(isControl ? -rows.length : 0, -heads.length, event.shiftKey); break;
        case "End": move(isControl ? rows.length : 0, heads.length, event.shiftKey); break;
        case "Tab": {
            // At the table's edge Tab leaves it.
            const column = columnOf(active) + (event.shiftKey ? -1 : 1);
            if (column < 0 || column >= heads.length) return;
            tab(event.shiftKey);
            break;
        }
        case "F2":
            if (event.shiftKey) showHistory(where.querySelector("a").href);
            else open();
            break;
        case "Enter":
            if (tabbedFrom !== null) enter(event.shiftKey);
            else open();
            break;
        case "Delete": case "Backspace": change(block().flat().map((one) => [one, ""])); break;
        default: {
            const key = letter(event);
            if (isControl && (key === "y" || (key === "z" && event.shiftKey))) step(redone);
            else if (isControl && key === "z") step(undone);
            else if (isControl && key === "d") fillDown();
            else if (isControl && key === "a") {
                anchor = cellAt(0, 0);
                select(cellAt(rows.length - 1, heads.length - 1), true);
            } else if (!isControl && !event.altKey && event.key.length === 1 && event.key !== " ") open(event.key);
            // A space would scroll the page away from the cell.
            else if (event.key !== " ") return;
        }
        }
        event.preventDefault();
    });

    function step(stack) {
        const last = stack.pop();
        if (!last) {
            said = stack === undone ? words.undone : words.redone;
            return report();
        }
        change(last, stack);
        select(last[0][0]);
    }

    function fillDown() {
        const [first, ...rest] = block();
        // One cell takes the value above it; a block takes its first row's.
        if (!rest.length) {
            const above = rowOf(first[0]) > 0 ? first.map((cell) => [cell, cellAt(rowOf(cell) - 1, columnOf(cell)).textContent]) : [];
            return change(above);
        }
        change(rest.flatMap((line) => line.map((cell, index) => [cell, first[index].textContent])));
    }

    // Late is said of points, and taken back by the same button.
    function mark(letter) {
        const cells = block().flat();
        if (letter === "undo") return step(undone);
        if (letter !== "L") return change(cells.map((cell) => [cell, letter]));
        change(cells.map((cell) => [cell, /l$/i.test(cell.textContent) ? cell.textContent.slice(0, -1).trim() : /[\d۰-۹]/.test(cell.textContent) ? `${cell.textContent} L` : cell.textContent]));
    }
    const marks = place.querySelector(".grades-marks");
    if (marks) {
        // The cell that is edited keeps the caret until the button has it.
        marks.addEventListener("pointerdown", () => done(true, false));
        marks.addEventListener("click", (event) => {
            const button = event.target.closest("button");
            if (!button) return;
            mark(button.dataset.mark);
            active.focus({ preventScroll: true });
        });
    }

    // With a finger the first tap chooses, the second types: dragging scrolls.
    let wasActive = false;
    table.addEventListener("pointerdown", (event) => {
        const cell = event.target.closest("td");
        wasActive = cell === active && document.activeElement === cell;
        if (!isGrade(cell) || event.target.tagName === "INPUT" || event.pointerType === "touch" || event.button !== 0) return;
        done(true, false);
        tabbedFrom = null;
        select(cell, event.shiftKey);
        const drag = (moved) => {
            const over = moved.target.closest?.("td");
            if (isGrade(over) && over !== active) select(over, true);
        };
        table.addEventListener("pointerover", drag);
        window.addEventListener("pointerup", () => table.removeEventListener("pointerover", drag), { once: true });
    });
    table.addEventListener("mousedown", (event) => {
        if (isGrade(event.target.closest("td")) && event.target.tagName !== "INPUT") event.preventDefault();
    });
    table.addEventListener("click", (event) => {
        const cell = event.target.closest("td");
        if (event.pointerType !== "touch" || !isGrade(cell) || event.target.tagName === "INPUT") return;
        done(true, false);
        tabbedFrom = null;
        const opens = wasActive && cell === active;
        select(cell);
        if (opens) open();
    });
    table.addEventListener("dblclick", (event) => { if (isGrade(event.target.closest("td"))) open(); });
    table.addEventListener("focusin", (event) => {
        const cell = event.target.closest("td");
        if (isGrade(cell) && cell !== active && !editor) select(cell);
    });

    const isOurs = () => !editor && table.contains(document.activeElement) && isGrade(document.activeElement);
    const copied = () => writeBlock(block().map((line) => line.map((cell) => latin(cell.textContent))));
    document.addEventListener("copy", (event) => {
        if (!isOurs()) return;
        event.clipboardData.setData("text/plain", copied());
        event.preventDefault();
    });
    document.addEventListener("cut", (event) => {
        if (!isOurs()) return;
        event.clipboardData.setData("text/plain", copied());
        change(block().flat().map((cell) => [cell, ""]));
        event.preventDefault();
    });
    document.addEventListener("paste", (event) => {
        if (!isOurs()) return;
        event.preventDefault();
        const lines = readBlock(event.clipboardData.getData("text/plain"));
        const target = block();
        const [row, column] = [rowOf(target[0][0]), columnOf(target[0][0])];
        // One value fills the whole block that is chosen.
        if (lines.length === 1 && lines[0].length === 1) return change(target.flat().map((cell) => [cell, lines[0][0].trim()]));
        const changes = lines.flatMap((line, down) => line.map((text, across) => [cellAt(row + down, column + across), text.trim()]));
        const inside = changes.filter(([cell]) => isGrade(cell));
        change(inside);
        left = changes.length - inside.length;
        report();
        anchor = cellAt(row, column);
        select(cellAt(Math.min(rows.length - 1, row + lines.length - 1), Math.min(heads.length - 1, column + Math.max(...lines.map((line) => line.length)) - 1)), true);
    });
}

async function answers() {
    try {
        await request("GET", "/healthz", null, 5000);
    } catch { return false; }
    return true;
}

// Without a connection a form leads to the browser's own page, and all that was tapped is gone. It waits here instead, and goes by
// itself as soon as anything answers.
function waits(form) {
    const note = form.querySelector("[data-waiting]");
    if (!note) return;
    let isWaiting = false;
    let isGoing = false;
    let button = null;
    form.addEventListener("submit", async (event) => {
        if (isGoing) return;
        event.preventDefault();
        event.stopPropagation();
        button = event.submitter;
        if (isWaiting) return;
        isWaiting = true;
        while (!await answers()) {
            note.textContent = note.dataset.waiting;
            await new Promise((done) => {
                setTimeout(done, 5000);
                window.addEventListener("online", done, { once: true });
            });
        }
        note.textContent = "";
        isWaiting = false;
        isGoing = true;
        form.requestSubmit(button);
        isGoing = false;
    });
}

const section = document.querySelector(".grades-lost");
if (section) {
    const unsent = unsentCells(`grades:${section.dataset.store}:`);
    const lost = lostCells(section, unsent);
    const table = document.querySelector("table.grades");
    if (table?.matches("[data-editable]") && table.querySelector("tbody tr") && table.querySelector("thead [data-assignment]")) spreadsheet(table, unsent, lost);
    else {
        // The class was archived, the permission taken away, or its last student or assignment removed since they were typed.
        for (const [key, entry] of unsent.read()) {
            const [student, assignment] = key.split(":");
            const name = table?.querySelector(`tr[data-student="${CSS.escape(student)}"] th`);
            const head = table?.querySelector(`th[data-assignment="${CSS.escape(assignment)}"] a`);
            lost.add(key, entry.text, entry.at ?? (name && head ? ["", name.textContent.trim(), head.textContent.trim()] : undefined));
        }
    }
}
// Those of all classes, whatever became of them: each leads to its class, where it is sent if it still can be.
const unsentSection = document.querySelector(".grades-unsent");
if (unsentSection) {
    const unsent = unsentCells(`grades:${unsentSection.dataset.store}`);
    const some = unsentSection.querySelector("[data-some]");
    const list = lostCells(unsentSection, unsent);
    const show = () => {
        unsentSection.hidden = false;
        some.hidden = !list.size;
        unsentSection.querySelector("[data-none]").hidden = list.size > 0;
    };
    const names = ([, { at, base }]) => (at ?? [base]).join();
    const kept = unsent.read().filter(([, { base }]) => base?.startsWith(`${unsentSection.dataset.base}/`));
    for (const [key, { text, at, base }] of kept.sort((a, b) => names(a).localeCompare(names(b)))) list.add(key, text, at, base);
    list.changed = show;
    show();
}
// On a phone the first grade comes first; the help is a tap away.
for (const one of document.querySelectorAll("details.grades-help")) one.open = !matchMedia("(max-width: 54rem)").matches;
for (const one of document.querySelectorAll("select[data-cycles]")) cycle(one);
for (const one of document.querySelectorAll("form.attendance-form")) waits(one);
