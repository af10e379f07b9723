"use strict";
// The page of a class: sort, search and filter the students, show the tests of one group, and keep what people gave.
// Everything that it shows stands in the page already; without it the page is only less handy.
(() => {
    const words = document.getElementById("main").dataset;
    const fill = (text, ...values) => values.reduce((filled, value) => filled.replace("#", value), text);
    const table = document.querySelector(".matrix");
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({
        row,
        name: row.cells[0].textContent,
        text: row.textContent.toLowerCase(),
        is: (row.dataset.is || "").split(" "),
        cells: [...row.cells].map((cell) => cell.textContent),
    }));
    document.querySelectorAll("[data-scripted]").forEach((part) => (part.hidden = false));

    // Sorting: what is no number comes last, whichever way the numbers go.
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
    const heads = [...table.tHead.rows[0].cells];
    const sort = (column, sign) => {
        const isText = column === 0;
        const byName = (one, other) => compare(one.name, other.name);
        const byNumber = (one, other) => {
            const [a, b] = [one, other].map((known) => Number.parseFloat(known.cells[column]));
            if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
            return sign * (a - b);
        };
        rows.sort((one, other) => (isText ? sign * byName(one, other) : byNumber(one, other) || byName(one, other)));
        body.append(...rows.map((known) => known.row));
        show();
    };
    heads.forEach((head, column) => {
        const button = head.querySelector("button");
        button?.addEventListener("click", () => {
            const usual = column === 0 ? "ascending" : "descending";
            const other = column === 0 ? "descending" : "ascending";
            const way = head.getAttribute("aria-sort") === usual ? other : usual;
            heads.forEach((each) => each.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", way);
            sort(column, way === "ascending" ? 1 : -1);
        });
    });

    // Searching and filtering. Of a very large class, as many rows are shown as a browser draws at once.
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
            row.hidden = !(fits && (shown < most || `#${row.id}` === location.hash));
            shown += !row.hidden;
        }
        count.textContent = fill(words.shown, shown, rows.length);
        more.hidden = shown === fitting;
    };
    search.addEventListener("input", show);
    filter.addEventListener("change", show);
    more.addEventListener("click", () => {
        most = Infinity;
        show();
    });
    show();
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

    // The tests of one group, in the place of the groups: a sign of `data-tests` stands for each test of the spec.
    const columns = document.getElementById("columns");
    const link = (row, id) => {
        const to = document.createElement("a");
        to.href = `${row.querySelector("a").getAttribute("href")}#case-${encodeURIComponent(id)}`;
        to.textContent = "×";
        to.title = id;
        to.setAttribute("aria-label", fill(words.failed, id));
        return to;
    };
    const signs = (run) => {
        const part = document.createElement("span");
        part.setAttribute("aria-hidden", "true");
        part.textContent = run;
        return part;
    };
    const testsOf = ({ row }, first, ids) => {
        const cell = document.createElement("td");
        cell.className = "tests";
        const results = (row.dataset.tests || "").slice(first, first + ids.length);
        for (const { 0: run, index } of results.matchAll(/×|[^×]+/g)) {
            cell.append(run === "×" ? link(row, ids[index]) : signs(run));
        }
        return cell;
    };
    columns.addEventListener("change", () => {
        table.querySelectorAll(".tests").forEach((cell) => cell.remove());
        const { first, tests } = columns.selectedOptions[0].dataset;
        table.classList.toggle("is-one-group", Boolean(tests));
        if (!tests) return;
        const ids = tests.split(" ");
        const head = document.createElement("th");
        head.scope = "col";
        head.className = "tests";
        for (const id of ids) {
            const name = document.createElement("span");
            name.textContent = id;
            head.append(name);
        }
        head.style.width = `${1.15 * ids.length + 2}rem`;
        heads[2].after(head);
        for (const known of rows) known.row.cells[2].after(testsOf(known, Number(first), ids));
    });

    // What people have looked at and given: kept in this browser, and exported as the table that --marks reads.
    const key = `grader ${words.report}`;
    const store = Object.create(null);
    try {
        Object.assign(store, JSON.parse(localStorage.getItem(key)));
    } catch {
        // Nothing was kept, or nothing can be.
    }
    const keep = () => {
        try {
            localStorage.setItem(key, JSON.stringify(store));
        } catch {
            // Without a store it lasts as long as the page.
        }
    };
    const items = [...document.querySelectorAll(".review fieldset")];
    const seenCount = document.getElementById("seen");
    const tell = () => {
        const seen = items.filter((item) => item.querySelector(".seen").checked).length;
        seenCount.textContent = fill(words.seen, seen, items.length);
    };
    for (const item of items) {
        const known = (store[item.dataset.id] ??= {});
        for (const input of item.querySelectorAll("input")) {
            const name = input.className === "seen" ? "seen" : `${input.className} ${input.closest("[data-item]").dataset.item}`;
            if (input.type === "checkbox") input.checked = Boolean(known[name]);
            else input.value = known[name] ?? input.value;
            item.classList.toggle("is-seen", item.querySelector(".seen").checked);
            input.addEventListener("input", () => {
                known[name] = input.type === "checkbox" ? input.checked : input.value;
                item.classList.toggle("is-seen", item.querySelector(".seen").checked);
                keep();
                tell();
            });
        }
        const fields = item.querySelector("details");
        if (fields) fields.open = [...fields.querySelectorAll("input")].some((input) => input.value);
    }
    if (seenCount) tell();
    const quoted = (cell) => (/[",\n\r]/.test(cell) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell);
    document.getElementById("export")?.addEventListener("click", () => {
        const lines = ["submission,item,points,remark"];
        for (const item of items) {
            for (const mark of item.querySelectorAll("[data-item]")) {
                const [points, remark] = [mark.querySelector(".points").value, mark.querySelector(".remark").value];
                if (item.querySelector(".seen").checked || points || remark) {
                    lines.push([decodeURIComponent(item.dataset.id), mark.dataset.item, points, remark].map(quoted).join(","));
                }
            }
        }
        const save = document.createElement("a");
        save.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
        save.download = "marks.csv";
        save.click();
        URL.revokeObjectURL(save.href);
    });
})();
