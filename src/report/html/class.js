// The page of a class: sort, search and filter the students, show the tests of one group, and keep what people gave.
// Everything that it shows stands in the page already; without it the page is only less handy.
(() => {
    const words = document.getElementById("main").dataset;
    const fill = (text, ...values) => values.reduce((filled, value) => filled.replace("#", value), text);
    const table = document.querySelector(".matrix");
    const { rows, heads } = manyRows(table, words, (column) => (column === 0 ? "ascending" : "descending"));

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
