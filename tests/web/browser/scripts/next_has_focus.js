// whether the next step has the focus
() => {
    const next = document.querySelector("[data-next]");
    const on = document.activeElement;
    return on === next || next.contains(on) || Boolean(on.closest(".dock, .pad-bar"));
}
