"use strict";
// The rows of a table that can be sorted, searched and filtered, by the form above it. `usual` says which way a column is sorted first.
const manyRows = (table, words, usual) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({
        row,
        text: row.textContent.toLowerCase(),
        is: (row.dataset.is || "").split(" "),
        cells: [...row.cells].map((cell) => cell.textContent),
    }));
    document.querySelectorAll("[data-scripted]").forEach((part) => (part.hidden = false));

    // Searching and filtering. Of a very large class, as many rows are shown as a browser draws at once.
    const search = document.getElementById("search");
    const filter = document.getElementById("filter");
    const count = document.getElementById("count");
    const more = document.getElementById("more");
    const target = () => {
        try {
            return decodeURIComponent(location.hash.slice(1));
        } catch {
            return "";
        }
    };
    let most = 500;
    const show = () => {
        const there = target();
        const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let [fitting, shown] = [0, 0];
        for (const { row, text, is } of rows) {
            const fits = wanted.every((word) => text.includes(word)) && (filter.value === "" || is.includes(filter.value));
            fitting += fits;
            row.hidden = !(fits && (shown < most || (row.id && row.id === there)));
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
    // A link leads to a row, whatever is hidden.
    const go = () => {
        show();
        document.getElementById(target())?.scrollIntoView();
    };
    window.addEventListener("hashchange", go);
    go();

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
            const first = usual(column);
            const other = first === "ascending" ? "descending" : "ascending";
            const way = head.getAttribute("aria-sort") === first ? other : first;
            heads.forEach((each) => each.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", way);
            sort(column, way === "ascending" ? 1 : -1);
        });
    });
    return { rows, heads };
};
