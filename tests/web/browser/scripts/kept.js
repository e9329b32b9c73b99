// whether the phone has stored everything that the pad needs offline
async () => {
    const parts = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
    const pages = parts.filter((path) => /^\/static\/.*(js|css)$/.test(path));
    const all = ["/tables/friday/pad/plain", ...pages];
    const kept = await Promise.all(all.map((part) => caches.match(part, { ignoreVary: true })));
    return kept.every(Boolean);
}
