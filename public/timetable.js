// The public timetable reads without this. With it the browser remembers the subgroup and what was opened last, and pages that were read
// stay readable without a network.
(() => {
    const root = document.documentElement;
    const store = {
        get(key) { try { return localStorage.getItem(`${root.dataset.scope} ${key}`); } catch { return null; } },
        set(key, value) { try { localStorage.setItem(`${root.dataset.scope} ${key}`, value); } catch { /* private window */ } },
    };

    const groups = document.querySelector("[data-subgroups]");
    if (groups) {
        const key = "subgroup " + groups.dataset.subgroups;
        for (const chip of groups.querySelectorAll("[data-subgroup]"))
            chip.addEventListener("click", () => store.set(key, chip.dataset.subgroup));
        const here = new URL(location.href);
        const remembered = store.get(key);
        if (remembered && !here.searchParams.has("subgroup") && groups.querySelector(`[data-subgroup="${CSS.escape(remembered)}"]`)) {
            // Whoever has just chosen the whole group has an empty one.
            here.searchParams.set("subgroup", remembered);
            location.replace(here);
        }
    }

    const owner = document.querySelector("[data-owner]");
    if (owner) store.set("last", JSON.stringify({ name: owner.textContent.trim(), path: location.pathname }));
    const last = document.querySelector("[data-last]");
    if (last) {
        try {
            const { name, path } = JSON.parse(store.get("last"));
            const link = last.querySelector("a");
            if (typeof name === "string" && path.startsWith(root.dataset.scope + "/")) {
                link.textContent = name;
                const query = new URLSearchParams(location.search);
                query.delete("q");
                link.href = path + (query.size ? `?${query}` : "");
                last.hidden = false;
            }
        } catch { /* nothing was opened yet */ }
    }

    const offline = document.querySelector("[data-offline]");
    const show = () => { offline.hidden = navigator.onLine; };
    addEventListener("online", show);
    addEventListener("offline", show);
    show();
    // The worker says when a page comes from what was kept: a network that is there may still not answer.
    if ("serviceWorker" in navigator)
        navigator.serviceWorker.onmessage = (event) => { if (event.data?.offline) offline.hidden = false; };

    document.querySelector("#address")?.addEventListener("focus", (event) => event.target.select());

    if ("serviceWorker" in navigator) {
        const policy = window.trustedTypes?.createPolicy("timetable", { createScriptURL: (address) => address })
            ?? { createScriptURL: (address) => address };
        navigator.serviceWorker.register(policy.createScriptURL(root.dataset.worker), { scope: root.dataset.scope })
            .then(() => navigator.serviceWorker.ready)
            .then(({ active }) => active.postMessage({
                keep: [location.href, ...[...document.querySelectorAll("[data-keep]")].map((link) => link.href)],
            })).catch(() => { /* without a worker there is a network */ });
    }
})();
