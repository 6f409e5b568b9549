// @ts-check
// Dragging with a pointer: a mouse, a finger or a pen alike.

import { make } from "./dom.js";

const THRESHOLD = 6;
const EDGE = 56;

/**
 * Let cards be dragged.
 * @param {object} hooks
 * @param {(id: number) => number[]} hooks.lift which cards go along; none if it may not be moved
 * @param {(ids: number[], target: Element | null, rects: Map<number, DOMRect>) => void} hooks.drop
 */
export function draggable({ lift, drop }) {
  /** @type {Drag | null} */
  let drag = null;
  let swallow = false;

  document.addEventListener("pointerdown", (event) => {
    const card = /** @type {Element} */ (event.target).closest?.(".board .card.movable");
    if (!(card instanceof HTMLElement) || event.button !== 0 || drag) return;
    drag = new Drag(card, event, lift);
  });
  document.addEventListener("pointermove", (event) => {
    if (drag?.pointer === event.pointerId) drag.move(event);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (drag?.pointer !== event.pointerId) return;
    const ended = drag;
    drag = null;
    if (!ended.flying) return;
    const target = event.type === "pointerup" ? targetOf(ended.under(event)) : null;
    const rects = ended.land();
    swallow = true;
    setTimeout(() => (swallow = false), 0);
    drop(ended.ids, target, rects);
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    if (drag.flying) drag.land();
    drag = null;
  });
  // The click that ends a drag selects nothing.
  document.addEventListener("click", (event) => swallow && event.stopPropagation(), true);
}

/** @param {Element | null} element */
export const targetOf = (element) => element?.closest(".meld, #new-meld, #hand, #felt") ?? null;

class Drag {
  /**
   * @param {HTMLElement} card
   * @param {PointerEvent} event
   * @param {(id: number) => number[]} lift
   */
  constructor(card, event, lift) {
    this.card = card;
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    this.lift = lift;
    this.flying = false;
    /** @type {number[]} */
    this.ids = [];
    /** @type {{id: number, element: HTMLElement, clone: HTMLElement}[]} */
    this.lifted = [];
    /** @type {Element | null} */
    this.over = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [x, y] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (!this.flying && Math.hypot(x, y) < THRESHOLD) return;
    if (!this.flying && !this.take()) return;
    event.preventDefault();
    this.lifted.forEach(({ clone }, at) => {
      clone.style.transform = `translate(${x + at * 14}px, ${y + at * 4}px) rotate(${2 + at}deg)`;
    });
    const over = targetOf(this.under(event));
    if (over !== this.over) {
      this.over?.classList.remove("over");
      over?.classList.add("over");
      this.over = over;
    }
    if (event.clientY < EDGE) scrollBy(0, -12);
    if (event.clientY > innerHeight - EDGE) scrollBy(0, 12);
  }

  take() {
    const id = Number(this.card.dataset.id);
    this.ids = this.lift(id);
    if (!this.ids.length) return false;
    this.flying = true;
    const first = this.card.getBoundingClientRect();
    for (const one of [id, ...this.ids.filter((other) => other !== id)]) {
      const element = document.querySelector(`.card[data-id="${one}"]`);
      if (!(element instanceof HTMLElement)) continue;
      const clone = make("div", { class: "card flying", "aria-hidden": "true" });
      clone.append(...[...element.childNodes].map((node) => node.cloneNode(true)));
      clone.style.left = `${first.left}px`;
      clone.style.top = `${first.top}px`;
      clone.style.width = `${first.width}px`;
      document.body.append(clone);
      element.classList.add("lifted");
      this.lifted.push({ id: one, element, clone });
    }
    document.body.classList.add("dragging");
    return true;
  }

  /** @param {PointerEvent} event */
  under(event) {
    return document.elementFromPoint(event.clientX, event.clientY);
  }

  /** Put the cards down, and tell where each was. */
  land() {
    this.over?.classList.remove("over");
    document.body.classList.remove("dragging");
    const rects = new Map();
    for (const { id, element, clone } of this.lifted) {
      rects.set(id, clone.getBoundingClientRect());
      clone.remove();
      element.classList.remove("lifted");
    }
    return rects;
  }
}
