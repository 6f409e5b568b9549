// @ts-check
// Small things that every part of the page needs of the document.

/**
 * An element by its id; the page has it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes
 * @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false) element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

/** Whether the player wants things to move. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A text that is kept in this window, or in this browser.
 * @param {Storage} storage
 * @param {string} key
 * @returns {any}
 */
export function kept(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {unknown} value
 */
export function keep(storage, key, value) {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(value));
}

/**
 * Say something to those who do not see the table.
 * @param {string} text
 */
export function announce(text) {
  const region = byId("announcer");
  const line = make("p", {}, text);
  region.append(line);
  setTimeout(() => line.remove(), 8000);
}

/**
 * Let arrow keys move within a region, of which one element alone is reached with Tab.
 * @param {HTMLElement} region
 * @param {string} selector
 * @param {string} rows what up and down move between
 */
export function rove(region, selector, rows = "") {
  const all = () => /** @type {HTMLElement[]} */ ([...region.querySelectorAll(selector)]).filter(
    (one) => one.offsetParent !== null,
  );
  const settle = () => {
    const items = all();
    const current = items.find((one) => one === document.activeElement || one.tabIndex === 0);
    for (const one of region.querySelectorAll(selector)) {
      /** @type {HTMLElement} */ (one).tabIndex = one === (current ?? items[0]) ? 0 : -1;
    }
  };
  region.addEventListener("focusin", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.matches(selector)) return;
    for (const one of all()) one.tabIndex = one === target ? 0 : -1;
  });
  region.addEventListener("keydown", (event) => {
    const items = all();
    const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    const goal = goalOf(event.key, items, at, rows);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
  });
  return settle;
}

/**
 * @param {string} key
 * @param {HTMLElement[]} items
 * @param {number} at
 * @param {string} rows
 */
function goalOf(key, items, at, rows) {
  const last = items.length - 1;
  if (key === "ArrowRight") return items[Math.min(at + 1, last)];
  if (key === "ArrowLeft") return items[Math.max(at - 1, 0)];
  if (key === "Home") return items[0];
  if (key === "End") return items[last];
  if (!rows || (key !== "ArrowDown" && key !== "ArrowUp")) return null;
  const heads = [...new Set(items.map((one) => one.closest(rows)))].map((row) =>
    items.find((one) => one.closest(rows) === row),
  );
  const row = heads.findIndex((head) => head?.closest(rows) === items[at].closest(rows));
  const next = row + (key === "ArrowDown" ? 1 : -1);
  return heads[Math.max(0, Math.min(next, heads.length - 1))];
}

/**
 * Let letters do something while the focus is in one of these regions.
 * @param {HTMLElement[]} regions
 * @param {Record<string, (target: HTMLElement) => unknown>} acts
 */
export function letters(regions, acts) {
  for (const region of regions) {
    region.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = acts[event.key] ?? acts[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act(/** @type {HTMLElement} */ (event.target));
    });
  }
}
