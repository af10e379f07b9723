// The page of two reports compared: sort, search and filter the submissions that moved.
// Everything that it shows stands in the page already; without it the page is only less handy.
(() => {
    const table = document.querySelector(".moved");
    if (table) manyRows(table, document.getElementById("main").dataset, () => "ascending");
})();
