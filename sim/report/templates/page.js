// Sorting of tables, explanations on hover and focus, and the copy button. All of the page can be
// read without it.
"use strict";
(() => {
  // -- tables ---------------------------------------------------------------------------------
  const order = new Intl.Collator("en", { numeric: true });
  function sort(table, column, way) {
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((a, b) => a.dataset.row - b.dataset.row);
    if (way) {
      const key = (row) => row.cells[column].dataset.sort;
      const numeric = table.tHead.rows[0].cells[column].dataset.kind === "number";
      rows.sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === "" || y === "") return (x === "") - (y === ""); // what has no value stays last
        return way * (numeric ? x - y : order.compare(x, y));
      });
    }
    body.append(...rows);
  }
  for (const button of document.querySelectorAll("th .sort")) {
    button.addEventListener("click", () => {
      const head = button.closest("th");
      const first = head.dataset.kind === "number" ? "descending" : "ascending";
      const second = first === "ascending" ? "descending" : "ascending";
      const now = head.getAttribute("aria-sort");
      const next = now === null ? first : now === first ? second : null;
      for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
      if (next) head.setAttribute("aria-sort", next);
      sort(head.closest("table"), head.cellIndex, { ascending: 1, descending: -1 }[next] || 0);
    });
  }

  // -- explanations ---------------------------------------------------------------------------
  const GAP = 6;
  let shown = null; // the button whose explanation is open
  let pinned = false; // by a click: it stays when the pointer leaves
  let leaving = 0;
  const tipOf = (button) => document.getElementById(button.getAttribute("popovertarget"));
  function place(button, tip) {
    const at = button.getClientRects()[0];
    const box = tip.getBoundingClientRect();
    const below = at.bottom + GAP + box.height < innerHeight || at.top < box.height + GAP;
    const x = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.width - 8));
    const y = below ? at.bottom + GAP : at.top - GAP - box.height;
    tip.style.setProperty("--x", `${x}px`);
    tip.style.setProperty("--y", `${y}px`);
  }
  function show(button) {
    clearTimeout(leaving);
    if (shown === button) return;
    hide();
    const tip = tipOf(button);
    tip.classList.add("placed");
    tip.showPopover();
    place(button, tip);
    shown = button;
  }
  function hide() {
    clearTimeout(leaving);
    const tip = shown && tipOf(shown);
    shown = null;
    pinned = false;
    if (tip && tip.matches(":popover-open")) tip.hidePopover();
  }
  const leave = () => {
    clearTimeout(leaving);
    if (!pinned) leaving = setTimeout(hide, 250);
  };
  if (HTMLElement.prototype.showPopover) {
    for (const button of document.querySelectorAll("[popovertarget]")) {
      button.addEventListener("pointerenter", (e) => e.pointerType === "mouse" && show(button));
      button.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && leave());
      button.addEventListener("focus", () => button.matches(":focus-visible") && show(button));
      button.addEventListener("blur", hide);
      button.addEventListener("click", (e) => {
        e.preventDefault(); // the pointer has shown it already: a click pins it, a second one hides it
        const again = shown === button && pinned;
        if (again) return hide();
        show(button);
        pinned = true;
      });
    }
    for (const tip of document.querySelectorAll(".tip")) {
      tip.addEventListener("pointerenter", () => clearTimeout(leaving));
      tip.addEventListener("pointerleave", leave);
      tip.addEventListener("toggle", (e) => {
        if (e.newState === "closed" && shown && tipOf(shown) === tip) hide();
      });
    }
    addEventListener("keydown", (e) => e.key === "Escape" && hide());
    addEventListener("scroll", () => shown && place(shown, tipOf(shown)), { passive: true });
  }

  // -- copy -----------------------------------------------------------------------------------
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    const code = document.getElementById(button.dataset.copy);
    const said = button.parentNode.querySelector("[role=status]");
    button.addEventListener("click", async () => {
      let done = true;
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(code);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        done = document.execCommand("copy");
      }
      said.textContent = done ? "Copied." : "Not copied: select it and press Ctrl+C.";
    });
  }
})();
