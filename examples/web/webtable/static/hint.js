// @ts-check
// A hint in three levels: which cards, how the table looks with them, and the steps.

import { byId, make } from "./dom.js";
import { row } from "./felt.js";
import { Moving, readStep } from "./layout.js";
import { sayStep } from "./says.js";
import { counted, meldsOf } from "./words.js";

/** @typedef {Record<string, any>} Message */

const LABELS = ["Hint", "Hint: how?", "Hint: steps"];

export class Hint {
  /**
   * @param {object} hooks
   * @param {(level: number) => Promise<Message>} hooks.ask
   * @param {() => void} hooks.changed
   * @param {(steps: string[]) => void} hooks.apply
   * @param {() => import("./layout.js").Layout} hooks.base
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.level = 0;
    /** @type {Message | null} */
    this.answer = null;
    this.shown = "";
  }

  /** The cards that the hint plays. */
  get cards() {
    return this.answer?.cards ?? "";
  }

  get label() {
    return LABELS[Math.min(this.level, 2)];
  }

  close() {
    this.level = 0;
    this.answer = null;
  }

  async more() {
    const level = Math.min(this.level + 1, 3);
    const answer = await this.hooks.ask(level);
    this.answer = answer;
    this.level = answer.type === "hint" && answer.cards !== null ? level : 0;
    this.hooks.changed();
  }

  /** @param {string[]} steps */
  apply(steps) {
    this.close();
    this.hooks.apply(steps);
  }

  show() {
    const box = byId("hint");
    const answer = this.answer;
    box.hidden = !answer;
    const state = JSON.stringify(answer);
    if (state === this.shown) return;
    this.shown = state;
    if (!answer) return;
    const close = make("button", { type: "button", class: "close", "aria-label": "Close the hint", click: () => {
      this.close();
      this.hooks.changed();
    } }, "×");
    box.replaceChildren(make("div", { class: "hint-body", role: "status" }, ...this.parts(answer)), close);
  }

  /** @param {Message} answer */
  parts(answer) {
    if (answer.type !== "hint") return [make("p", {}, answer.sentence)];
    if (answer.cards === null) return [make("p", {}, "Nothing in your hand can be played now.")];
    const left = `, which leaves ${counted(answer.points_left, "point")}`;
    /** @type {Node[]} */
    const parts = [make("p", {}, "You can play ", row(answer.cards), left)];
    if (answer.table) {
      const melds = meldsOf(answer.table.table).map((meld) => row(meld));
      parts.push(make("div", { class: "hint-table", role: "group", "aria-label": "The table with them" }, ...melds));
    }
    if (answer.steps) {
      const moving = new Moving(this.hooks.base());
      const items = answer.steps.map((/** @type {string} */ text) => {
        const step = readStep(text);
        const line = sayStep(step, moving.layout);
        moving.make(step);
        return make("li", {}, line);
      });
      parts.push(
        make("ol", { class: "hint-steps" }, ...items),
        make("p", {}, make("button", { type: "button", click: () => this.apply(answer.steps) }, "Do these steps")),
      );
    }
    return parts;
  }
}
