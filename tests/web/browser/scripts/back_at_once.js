// the network returns the moment the phone reports that there is none
() => {
    const told = () => { seen.disconnect(); dispatchEvent(new Event("online")); };
    const seen = new MutationObserver(told);
    seen.observe(document.getElementById("connection"), { attributeFilter: ["data-state"] });
}
