// whether the phone has removed the page of the table
async () => !await caches.match("/tables/friday/pad/plain", { ignoreVary: true })
