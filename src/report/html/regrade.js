"use strict";
// The page of two reports compared: sort, search and filter the submissions that moved.
// Everything that it shows stands in the page already; without it the page is only less handy.
(() => {
    const words = document.getElementById("main").dataset;
    const table = document.querySelector(".moved");
    if (!table) return;
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({
        row,
        text: row.textContent.toLowerCase(),
        is: row.dataset.is.split(" "),
        cells: [...row.cells].map((cell) => cell.textContent),
    }));
    document.querySelectorAll("[data-scripted]").forEach((part) => (part.hidden = false));

    // Of a very large class, as many rows are shown as a browser draws at once.
    const search = document.getElementById("search");
    const filter = document.getElementById("filter");
    const count = document.getElementById("count");
    const more = document.getElementById("more");
    let most = 500;
    const show = () => {
        const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let [fitting, shown] = [0, 0];
        for (const { row, text, is } of rows) {
            const fits = wanted.every((word) => text.includes(word)) && (filter.value === "" || is.includes(filter.value));
            fitting += fits;
            row.hidden = !(fits && (shown < most || `#${row.id}` === decodeURIComponent(location.hash)));
            shown += !row.hidden;
        }
        count.textContent = [shown, rows.length].reduce((filled, value) => filled.replace("#", value), words.shown);
        more.hidden = shown === fitting;
    };
    search.addEventListener("input", show);
    filter.addEventListener("change", show);
    more.addEventListener("click", () => {
        most = Infinity;
        show();
    });
    // A link from a test leads to a row, whatever is hidden.
    window.addEventListener("hashchange", () => {
        show();
        document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    });
    show();

    // Sorting: what is no number comes last, whichever way the numbers go.
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
    const number = (cell) => Number.parseFloat(cell.replace("−", "-"));
    const sort = (column, sign) => {
        const byName = (one, other) => compare(one.cells[0], other.cells[0]);
        const byNumber = (one, other) => {
            const [a, b] = [number(one.cells[column]), number(other.cells[column])];
            if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
            return sign * (a - b);
        };
        rows.sort((one, other) => (column === 0 ? sign * byName(one, other) : byNumber(one, other) || byName(one, other)));
        body.append(...rows.map((known) => known.row));
        show();
    };
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
        head.querySelector("button")?.addEventListener("click", () => {
            const way = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
            heads.forEach((each) => each.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", way);
            sort(column, way === "ascending" ? 1 : -1);
        });
    });
})();
