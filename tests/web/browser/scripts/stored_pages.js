// the stored pages, without the static files
async () => {
    const store = await caches.open((await caches.keys())[0]);
    const asked = (await store.keys()).map((one) => new URL(one.url).pathname);
    return asked.filter((path) => !path.startsWith("/static/"));
}
