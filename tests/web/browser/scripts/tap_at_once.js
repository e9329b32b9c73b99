// taps "Write mine, too" at the first possible moment
() => {
    new MutationObserver((changes, observer) => {
        const key = document.querySelector("#main .finding form .main");
        if (!key) return;
        observer.disconnect();
        setTimeout(() => key.click());
    }).observe(document.body, { childList: true, subtree: true });
}
