// how many lines the first amount of the standings takes
() => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector(".standing td"));
    return text.getClientRects().length;
}
