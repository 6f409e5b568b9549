// @ts-check
// Which card lies where. It knows how cards are moved, and no rule of the game.

import { cardsOf, isDeclared, meldsOf } from "./words.js";

/** @typedef {{id: number, card: string}} Placed */
/** @typedef {{key: number, number: number, cards: Placed[]}} Pile */
/** @typedef {{hand: Placed[], melds: Pile[]}} Layout */

let lastId = 0;
let lastKey = 0;

/** @type {Layout} */
export const EMPTY = { hand: [], melds: [] };

/** @param {string} card */
const bare = (card) => (card.endsWith("*") ? "*" : card);

/** A pool of cards that lay somewhere, to be found again by what they are. */
class Pool {
  /** @param {Placed[]} cards */
  constructor(cards) {
    this.cards = [...cards];
  }

  /**
   * @param {string} card
   * @param {boolean} same whether a joker must stand for the same card
   */
  take(card, same) {
    const fits = same
      ? (/** @type {Placed} */ one) => one.card === card
      : (/** @type {Placed} */ one) => bare(one.card) === bare(card);
    const at = this.cards.findIndex(fits);
    return at < 0 ? null : this.cards.splice(at, 1)[0];
  }
}

/**
 * Lay cards out anew, each the same card as before as far as can be told: first where it lay, then
 * anywhere, then a new one.
 * @param {Layout} before
 * @param {string[]} hand
 * @param {{number: number, key: number | null, cards: string[]}[]} melds
 * @returns {Layout}
 */
function matched(before, hand, melds) {
  const spots = new Map(before.melds.map((meld) => [meld.key, new Pool(meld.cards)]));
  const held = new Pool(before.hand);
  /** @type {(Placed | null)[][]} */
  const found = [
    hand.map((card) => held.take(card, true)),
    ...melds.map((meld) => {
      const spot = meld.key === null ? null : spots.get(meld.key);
      return meld.cards.map((card) => spot?.take(card, true) ?? null);
    }),
  ];
  const rest = new Pool([...[...spots.values()].flatMap((spot) => spot.cards), ...held.cards]);
  const wanted = [hand, ...melds.map((meld) => meld.cards)];
  for (const same of [true, false]) {
    wanted.forEach((cards, place) =>
      cards.forEach((card, at) => {
        found[place][at] ??= rest.take(card, same);
      }),
    );
  }
  const lists = wanted.map((cards, place) =>
    cards.map((card, at) => ({ id: found[place][at]?.id ?? ++lastId, card })),
  );
  return {
    hand: lists[0],
    melds: melds.map((meld, place) => ({
      key: meld.key ?? ++lastKey,
      number: meld.number,
      cards: lists[place + 1],
    })),
  };
}

/**
 * The layout of a view; melds keep their place on the screen as far as they can be found again.
 * @param {Layout} before
 * @param {string} hand
 * @param {string} table
 */
export function ofView(before, hand, table) {
  const texts = meldsOf(table).map(cardsOf);
  const pairs = texts.flatMap((cards, place) =>
    before.melds.map((meld) => ({ place, key: meld.key, shared: shared(meld, cards) })),
  );
  /** @type {(number | null)[]} */
  const keys = texts.map(() => null);
  const used = new Set();
  for (const { place, key, shared } of pairs.sort((one, other) => other.shared - one.shared)) {
    if (shared > 0 && keys[place] === null && !used.has(key)) {
      keys[place] = key;
      used.add(key);
    }
  }
  const melds = texts.map((cards, place) => ({ number: place + 1, key: keys[place], cards }));
  const order = new Map(before.melds.map((meld, at) => [meld.key, at]));
  const rank = (/** @type {number | null} */ key) => (key === null ? 1e9 : order.get(key) ?? 1e9);
  melds.sort((one, other) => rank(one.key) - rank(other.key) || one.number - other.number);
  return matched(before, cardsOf(hand), melds);
}

/**
 * @param {Pile} meld
 * @param {string[]} cards
 */
function shared(meld, cards) {
  const pool = new Pool(meld.cards);
  let count = 0;
  for (const card of cards) if (pool.take(card, false)) count += 1;
  return count - meld.cards.length / 100;
}

/**
 * The layout of a draft, whose melds keep their numbers.
 * @param {Layout} before
 * @param {{hand: string, places: string[]}} draft
 */
export function ofDraft(before, draft) {
  const keys = new Map(before.melds.map((meld) => [meld.number, meld.key]));
  const known = before.melds.map((meld) => meld.number);
  const numbers = [...known, ...draft.places.map((_, at) => at + 1).filter((n) => !keys.has(n))];
  const melds = numbers
    .filter((number) => draft.places[number - 1])
    .map((number) => ({
      number,
      key: keys.get(number) ?? null,
      cards: cardsOf(draft.places[number - 1]),
    }));
  return matched(before, cardsOf(draft.hand), melds);
}

/** @typedef {{kind: string, cards: string[], meld: number | null, to: number | null, hand: boolean}} Step */

/** @type {[RegExp, (found: RegExpMatchArray) => Step][]} */
const WORDINGS = [
  [/^pick up (\S+) from meld (\d+)$/, (f) => step("pick up", [f[1]], f[2], null)],
  [/^put down (\S+)( from hand)? in meld (\d+)$/, (f) => step("put down", [f[1]], null, f[3], !!f[2])],
  [/^split (.+) off meld (\d+) as meld (\d+)$/, (f) => step("split", cardsOf(f[1]), f[2], f[3])],
  [/^join meld (\d+) to meld (\d+)$/, (f) => step("join", [], f[1], f[2])],
  [/^declare (\S+) in meld (\d+)$/, (f) => step("declare", [f[1]], f[2], null)],
  [/^free (\S+) in meld (\d+)$/, (f) => step("free", [f[1]], f[2], null)],
  [/^take back (\S+) from meld (\d+)$/, (f) => step("take back", [f[1]], f[2], null)],
];

/**
 * @param {string} kind
 * @param {string[]} cards
 * @param {string | null} meld
 * @param {string | null} to
 * @param {boolean} hand
 * @returns {Step}
 */
function step(kind, cards, meld, to, hand = false) {
  const number = (/** @type {string | null} */ text) => (text === null ? null : Number(text));
  return { kind, cards, meld: number(meld), to: number(to), hand };
}

/**
 * Read a step as the library writes it.
 * @param {string} text
 * @returns {Step}
 */
export function readStep(text) {
  for (const [wording, read] of WORDINGS) {
    const found = text.match(wording);
    if (found) return read(found);
  }
  throw new Error(`not a step: ${text}`);
}

/** A layout on which steps are made; what is in the air waits between two of them. */
export class Moving {
  /** @param {Layout} layout */
  constructor(layout) {
    this.hand = [...layout.hand];
    this.melds = layout.melds.map((meld) => ({ ...meld, cards: [...meld.cards] }));
    /** @type {Placed[]} */
    this.air = [];
  }

  /** @returns {Layout} */
  get layout() {
    return { hand: [...this.hand], melds: this.melds.filter((meld) => meld.cards.length) };
  }

  /** @param {number | null} number */
  meld(number) {
    let found = this.melds.find((meld) => meld.number === number);
    if (!found) {
      found = { key: ++lastKey, number: number ?? 0, cards: [] };
      this.melds.push(found);
    }
    return found;
  }

  /**
   * @param {Placed[]} from
   * @param {string} card
   * @param {number[]} wish the very cards that are meant, where equal ones lie there
   */
  pull(from, card, wish) {
    let at = from.findIndex((one) => one.card === card && wish.includes(one.id));
    if (at < 0) at = from.findIndex((one) => one.card === card);
    return at < 0 ? { id: ++lastId, card } : from.splice(at, 1)[0];
  }

  /**
   * Make one step. A card from another player's hand comes from nowhere that is seen.
   * @param {Step} step
   * @param {{wish?: number[], own?: boolean}} options
   */
  make(step, { wish = [], own = true } = {}) {
    const [card] = step.cards;
    switch (step.kind) {
      case "pick up":
        this.air.push(this.pull(this.meld(step.meld).cards, card, wish));
        break;
      case "put down": {
        const from = !step.hand ? this.air : own ? this.hand : [];
        this.meld(step.to).cards.push(this.pull(from, card, wish));
        break;
      }
      case "split":
        for (const one of step.cards) {
          this.meld(step.to).cards.push(this.pull(this.meld(step.meld).cards, one, wish));
        }
        break;
      case "join":
        this.meld(step.to).cards.push(...this.meld(step.meld).cards.splice(0));
        break;
      case "take back":
        this.hand.push(this.becoming(this.pull(this.meld(step.meld).cards, card, wish), bare(card)));
        break;
      default: {
        const declared = step.kind === "declare";
        const cards = this.meld(step.meld).cards;
        const at = cards.findIndex((one) => one.card === (declared ? "*" : card));
        if (at >= 0) cards[at] = this.becoming(cards[at], declared ? card : "*");
      }
    }
  }

  /**
   * @param {Placed} placed
   * @param {string} card
   * @returns {Placed}
   */
  becoming(placed, card) {
    return { id: placed.id, card };
  }
}

/**
 * The steps, as texts, that bring chosen cards to a meld, to a new one, or back to the hand.
 * @param {Layout} layout
 * @param {number[]} ids
 * @param {number | "new" | "hand"} target
 * @param {number} next the number of the next new meld
 * @returns {string[]}
 */
export function stepsTo(layout, ids, target, next) {
  /** @type {string[]} */
  const texts = [];
  if (target === "hand") {
    for (const meld of layout.melds) {
      for (const { card } of meld.cards.filter(({ id }) => ids.includes(id))) {
        texts.push(`take back ${card} from meld ${meld.number}`);
      }
    }
    return texts;
  }
  let fresh = next;
  let to = target === "new" ? null : target;
  for (const meld of layout.melds) {
    const chosen = meld.cards.filter(({ id }) => ids.includes(id)).map(({ card }) => card);
    if (!chosen.length || meld.number === to) continue;
    const all = chosen.length === meld.cards.length;
    if (to === null) {
      if (all) {
        to = meld.number;
        continue;
      }
      to = fresh++;
      texts.push(`split ${chosen.join(" ")} off meld ${meld.number} as meld ${to}`);
    } else if (all) {
      texts.push(`join meld ${meld.number} to meld ${to}`);
    } else if (chosen.length === 1) {
      texts.push(`pick up ${chosen[0]} from meld ${meld.number}`, `put down ${chosen[0]} in meld ${to}`);
    } else {
      const part = fresh++;
      texts.push(`split ${chosen.join(" ")} off meld ${meld.number} as meld ${part}`);
      texts.push(`join meld ${part} to meld ${to}`);
    }
  }
  for (const { card } of layout.hand.filter(({ id }) => ids.includes(id))) {
    to ??= fresh++;
    texts.push(`put down ${card} from hand in meld ${to}`);
  }
  return texts;
}

/**
 * The step that declares a joker in its meld, after one that frees it if it stands for a card.
 * @param {Pile} meld
 * @param {string} joker
 * @param {string} face
 */
export function stepsToDeclare(meld, joker, face) {
  const free = isDeclared(joker) ? [`free ${joker} in meld ${meld.number}`] : [];
  return [...free, `declare ${face}* in meld ${meld.number}`];
}
