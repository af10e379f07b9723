"use strict";
// A student's page: step through the turns of a game, copy a command, and open what a link leads to.
// Everything stands in the page already; without this it is only longer.
(() => {
    const words = document.getElementById("main").dataset;
    const button = (text, act) => {
        const made = document.createElement("button");
        made.type = "button";
        made.textContent = text;
        made.addEventListener("click", act);
        return made;
    };

    // One turn of a game at a time.
    for (const list of document.querySelectorAll(".turns")) {
        const turns = [...list.children];
        if (turns.length < 2) continue;
        const bar = document.createElement("div");
        const range = document.createElement("input");
        const said = document.createElement("output");
        const step = (by) => {
            range.value = Number(range.value) + by;
            show();
        };
        const back = button(words.back, () => step(-1));
        const on = button(words.on, () => step(1));
        const show = () => {
            const at = Number(range.value);
            turns.forEach((turn, number) => (turn.hidden = number !== at));
            const text = words.turn.replace("#", at).replace("#", turns.length - 1);
            said.textContent = turns[at].classList.contains("wrong") ? `${text} · ${words.wrong}` : text;
            range.setAttribute("aria-valuetext", said.textContent);
            back.disabled = at === 0;
            on.disabled = at === turns.length - 1;
        };
        const all = button(words.all, () => {
            bar.remove();
            turns.forEach((turn) => (turn.hidden = false));
        });
        const wrong = turns.findIndex((turn) => turn.classList.contains("wrong"));
        bar.className = "slider";
        range.type = "range";
        range.min = 0;
        range.max = turns.length - 1;
        range.value = wrong < 0 ? turns.length - 1 : wrong;
        range.setAttribute("aria-label", words.slider);
        range.addEventListener("input", show);
        bar.append(back, range, on, said, all);
        list.before(bar);
        show();
    }

    // Copying a command.
    for (const line of document.querySelectorAll(".replay")) {
        const code = line.querySelector("code");
        const copy = button(words.copy, async () => {
            getSelection().selectAllChildren(code);
            try {
                await navigator.clipboard.writeText(code.textContent);
                copy.textContent = words.copied;
            } catch {
                // The command stays selected, for the keyboard.
            }
        });
        line.append(" ", copy);
    }

    // What a link leads to may be in a part that is closed.
    const open = () => {
        const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (!target) return;
        for (let part = target; part; part = part.parentElement) {
            if (part.tagName === "DETAILS") part.open = true;
        }
        target.scrollIntoView();
    };
    addEventListener("hashchange", open);
    open();
})();
