// @ts-check
// Cards as SVG, drawn here.

import { isDeclared, isJoker } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const SUIT_SHAPES = {
  c: "M16 2a6.6 6.6 0 0 0-5.4 10.5A6.6 6.6 0 1 0 14.3 22.4C14 25.8 12.7 28.4 10.3 30h11.4c-2.4-1.6-3.7-4.2-4-7.6a6.6 6.6 0 1 0 3.7-9.9A6.6 6.6 0 0 0 16 2Z",
  d: "M16 1.5C19.5 7 23 11.5 27 16c-4 4.5-7.5 9-11 14.5C12.5 25 9 20.5 5 16c4-4.5 7.5-9 11-14.5Z",
  h: "M16 29.5C7 22 2 16.5 2 10.3A7.3 7.3 0 0 1 16 7.2a7.3 7.3 0 0 1 14 3.1C30 16.5 25 22 16 29.5Z",
  s: "M16 1.5C12 8 3 12.8 3 19.3a6.1 6.1 0 0 0 11.3 3.2C14 25.9 12.7 28.4 10.3 30h11.4c-2.4-1.6-3.7-4.1-4-7.5A6.1 6.1 0 0 0 29 19.3C29 12.8 20 8 16 1.5Z",
};
const STAR = "M16 1.5l4.1 9.3 10.1 1-7.6 6.7 2.2 9.9L16 23.2 7.2 28.4l2.2-9.9L1.8 11.8l10.1-1Z";
const CROWNS = /** @type {Record<string, string>} */ ({
  K: "M4 26 2 8l8 8 6-13 6 13 8-8-2 18ZM4 28h24v3H4Z",
  Q: "M5 26C2 18 2 13 3 10c3 5 6 7 8 7 1-6 3-10 5-13 2 3 4 7 5 13 2 0 5-2 8-7 1 3 1 8-2 16ZM5 28h22v3H5Z",
  J: "M4 26c0-11 5-15 13-15 5 0 10 3 11 15ZM20 11c1-6 5-9 10-9-1 6-4 10-8 11ZM4 28h24v3H4Z",
});

/** Where the pips of a card stand, in columns of 30, 50 and 70. @type {Record<string, number[][]>} */
const PIPS = {
  A: [[50, 70]],
  2: [[50, 38], [50, 102]],
  3: [[50, 38], [50, 70], [50, 102]],
  4: [[35, 38], [65, 38], [35, 102], [65, 102]],
  5: [[35, 38], [65, 38], [50, 70], [35, 102], [65, 102]],
  6: [[35, 38], [65, 38], [35, 70], [65, 70], [35, 102], [65, 102]],
  7: [[35, 38], [65, 38], [50, 54], [35, 70], [65, 70], [35, 102], [65, 102]],
  8: [[35, 38], [65, 38], [50, 54], [35, 70], [65, 70], [50, 86], [35, 102], [65, 102]],
  9: [[35, 36], [65, 36], [35, 58], [65, 58], [50, 70], [35, 82], [65, 82], [35, 104], [65, 104]],
  T: [[35, 36], [65, 36], [50, 47], [35, 58], [65, 58], [35, 82], [65, 82], [50, 93], [35, 104], [65, 104]],
};

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Element | string)[]} inside
 */
export function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/**
 * A shape in a box of 32 by 32, with its middle at x, y.
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} turned
 */
function placed(shape, x, y, size, turned = false) {
  const scale = size / 32;
  const turn = turned ? " rotate(180)" : "";
  const transform = `translate(${x} ${y})${turn} scale(${scale}) translate(-16 -16)`;
  return svg("path", { d: shape, transform });
}

/**
 * Rank and suit in a corner.
 * @param {string} rank
 * @param {string} shape
 * @param {boolean} star
 */
function corner(rank, shape, star) {
  const wide = rank === "T";
  const text = svg("text", {
    x: wide ? 22 : 18,
    y: 31,
    "text-anchor": "middle",
    class: wide ? "rank wide" : "rank",
  });
  text.textContent = wide ? "10" : rank;
  const parts = [text, placed(shape, 18, 49, 23)];
  if (star) parts.push(placed(STAR, 18, 76, 20));
  return svg("g", { class: "corner" }, ...parts);
}

/**
 * @param {string} rank
 * @param {string} shape
 */
function middle(rank, shape) {
  const group = svg("g", { class: "middle" });
  if (rank in CROWNS) {
    group.append(
      svg("rect", { x: 38, y: 22, width: 46, height: 96, rx: 5, class: "frame" }),
      placed(CROWNS[rank], 61, 46, 34),
      placed(shape, 61, 70, 13),
      placed(CROWNS[rank], 61, 94, 34, true),
    );
    return group;
  }
  const size = rank === "A" ? 46 : 21;
  for (const [x, y] of PIPS[rank]) group.append(placed(shape, x + 9, y, size, y > 72));
  return group;
}

/** @type {Map<string, Element>} */
const drawn = new Map();

/**
 * The picture of a card in notation.
 * @param {string} card
 * @returns {Element}
 */
export function picture(card) {
  let made = drawn.get(card);
  if (!made) drawn.set(card, (made = draw(card)));
  return /** @type {Element} */ (made.cloneNode(true));
}

/** @param {string} card */
function draw(card) {
  const face = svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "face" });
  const box = { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" };
  if (card === "*") {
    const label = svg("text", { x: 55, y: 124, "text-anchor": "middle", class: "label" });
    label.textContent = "JOKER";
    const signs = svg("g", { class: "middle" }, placed(STAR, 55, 70, 54), label);
    const big = placed(STAR, 62, 92, 56);
    big.setAttribute("class", "big");
    const small = svg("g", { class: "corner" }, placed(STAR, 18, 22, 26));
    return svg("svg", { ...box, class: "picture joker" }, face, small, signs, big);
  }
  const [rank, suit] = card;
  const shape = SUIT_SHAPES[suit];
  const colour = suit === "h" || suit === "d" ? "red" : "black";
  const big = placed(isJoker(card) ? STAR : shape, 62, 92, 56);
  big.setAttribute("class", "big");
  const inside = isDeclared(card)
    ? svg("g", { class: "middle" }, placed(STAR, 55, 70, 46))
    : middle(rank, shape);
  return svg(
    "svg",
    { ...box, class: `picture ${isJoker(card) ? "joker " : ""}${colour}` },
    face,
    corner(rank, shape, isDeclared(card)),
    inside,
    big,
  );
}

/** The back of a card. */
export function back() {
  const lines = [];
  for (let at = -120; at < 120; at += 14) {
    lines.push(svg("path", { d: `M${at} 134 ${at + 128} 6M${at} 6 ${at + 128} 134` }));
  }
  const id = "inside-of-a-back";
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: "picture back", "aria-hidden": "true", focusable: "false" },
    svg("clipPath", { id }, svg("rect", { x: 9, y: 9, width: 82, height: 122, rx: 5 })),
    svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "face" }),
    svg("rect", { x: 9, y: 9, width: 82, height: 122, rx: 5, class: "field" }),
    svg("g", { class: "lattice", "clip-path": `url(#${id})` }, ...lines),
  );
}

/**
 * A suit by itself.
 * @param {string} suit
 */
export function suitSign(suit) {
  const colour = suit === "h" || suit === "d" ? "red" : "black";
  const shape = svg("path", { d: SUIT_SHAPES[suit] });
  return svg("svg", { viewBox: "0 0 32 32", class: `suit ${colour}`, "aria-hidden": "true" }, shape);
}
