// The service worker of a tenant's public timetable: what was read stays readable without a network. Pages come from the network first,
// files with a hash in their names from the cache. The script that loads this one sets `start` and `shell`.
const NAME = "timetable " + self.start;
const MOST = 120;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(NAME)
        .then((cache) => cache.addAll([self.start, ...self.shell]))
        .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page names what belongs to it: the days and weeks that can be opened from it.
self.addEventListener("message", (event) => {
    const addresses = (event.data?.keep ?? []).map((address) => new URL(address, self.location.origin))
        .filter((url) => url.origin === self.location.origin && isPage(url)).slice(0, 16);
    event.waitUntil(Promise.all(addresses.map((url) => fetch(url).then((answer) => keep(url.href, answer)).catch(() => {}))));
});

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith("/assets/")) event.respondWith(cacheFirst(event.request));
    else if (isPage(url)) event.respondWith(networkFirst(event));
});

function isPage(url) { return url.pathname === self.start || url.pathname.startsWith(self.start + "/"); }

async function keep(address, answer) {
    if (!answer.ok) return;
    const cache = await caches.open(NAME);
    await cache.put(address, answer);
    const kept = (await cache.keys()).filter((request) => isPage(new URL(request.url)));
    // The start page is needed in any case.
    const old = kept.filter((request) => new URL(request.url).pathname !== self.start);
    await Promise.all(old.slice(0, Math.max(0, old.length - MOST)).map((request) => cache.delete(request)));
}

async function cacheFirst(request) {
    const found = await caches.match(request);
    if (found) return found;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(NAME)).put(request, answer.clone());
    return answer;
}

// Whoever reads what was kept is told so.
async function tell(event) {
    const client = await self.clients.get(event.resultingClientId || event.clientId);
    client?.postMessage({ offline: true });
}

async function networkFirst(event) {
    const { request } = event;
    try {
        const answer = await fetch(request);
        await keep(request.url, answer.clone());
        return answer;
    } catch (error) {
        event.waitUntil(tell(event));
        const found = await caches.match(request);
        return found ?? await nearest(new URL(request.url)) ?? await caches.match(self.start) ?? Response.error();
    }
}

// Of a day that was not read the page of another day is better than none, the one that opens today first; but never that of another
// subgroup or in another language. A search finds nothing.
async function nearest(url) {
    if (url.searchParams.has("q")) return null;
    const said = (other, name) => other.searchParams.get(name) ?? "";
    const alike = (await (await caches.open(NAME)).keys()).filter((request) => {
        const other = new URL(request.url);
        return other.pathname === url.pathname && ["subgroup", "lang"].every((name) => said(other, name) === said(url, name));
    });
    const today = alike.find((request) => ["day", "view"].every((name) => !said(new URL(request.url), name)));
    const best = today ?? alike.at(-1);
    return best ? caches.match(best) : null;
}
