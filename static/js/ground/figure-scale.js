// How figures on the ground are tinted and told: five steps from little to much, numbers for cells, sentences for a place.

import { token } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Figures } from "../core/messages.js" */

/** What is shown.
 *  @typedef {"chance" | "cover" | "harm" | "seen"} Kind */

/** The steps: how wide one is, how many there are.
 *  @typedef {{ width: number, count: number }} Steps */

/** One figure of one place.
 *  @typedef {{ value: number | null, who: string[], word: string, sampled: boolean }} Figure */

const MOST = 5;
const WIDTHS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const NEAR = 1e-9; // what fractions are off by

/** The steps for figures of a kind: shares by fifths, harm by what fits the most of it, foes one by one as long as they fit.
 *  @param {Kind} kind
 *  @param {Figures} figures
 *  @param {number} foes
 *  @returns {Steps} */
export function stepsOf(kind, { values }, foes) {
  if (kind === "seen") {
    const width = Math.max(1, Math.ceil((foes + 1) / MOST));
    return { width, count: Math.ceil((foes + 1) / width) };
  }
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const width = kind === "harm" ? WIDTHS.find((one) => one * MOST + NEAR >= most) ?? most / MOST : 1 / MOST;
  return { width, count: MOST };
}

/** The step of a figure, from 0; "none" where there is no figure.
 *  @param {number | null} value
 *  @param {Steps} steps */
export const bandOf = (value, { width, count }) => (value === null ? "none" : Math.min(count - 1, Math.floor(value / width + NEAR)));

/** The tint of a step, from 0 to 4: few steps are as far apart as they can be.
 *  @param {number | "none"} band
 *  @param {Steps} steps */
export const tintOf = (band, { count }) => (band === "none" || count < 2 ? band : Math.round((band * (MOST - 1)) / (count - 1)));

/** What the step is called in the legend.
 *  @param {Kind} kind
 *  @param {number} band
 *  @param {Steps} steps */
export function bandWords(kind, band, { width }) {
  if (kind !== "seen") return `${Math.round(band * width * 100)}–${Math.round((band + 1) * width * 100)}`;
  const least = band * width;
  return width === 1 ? `${least}` : `${least}–${least + width - 1}`;
}

/** The number in a cell: hundredths, or how many.
 *  @param {Kind} kind
 *  @param {number | null} value */
export const numberOf = (kind, value) => (value === null ? "–" : `${Math.round(kind === "seen" ? value : value * 100)}`);

/** What the numbers are.
 *  @param {Kind} kind
 *  @param {string | null} target
 *  @param {number} foes */
export function aboutWords(kind, target, foes) {
  if (kind === "chance") return target ? tr("The chance in % to hit {name} with the best attack from there.", { name: nameOf(target) }) : tr("There is no known foe to hit.");
  if (kind === "cover") return tr("The cover in % from the known foe who has the best line there.");
  if (kind === "harm") return tr("What foes may take there by their next turn, in hundredths of a fighter. Foes reckoned with: {number}.", { number: foes });
  return tr("How many of {number} known foes have a line of sight there.", { number: foes });
}

/** What it means that a place has no figure.
 *  @param {Kind} kind */
export const noneWords = (kind) => (kind === "chance" ? tr("no attack") : kind === "cover" ? tr("no shot") : tr("nothing to lose"));

/** The figure of a place in words.
 *  @param {Kind} kind
 *  @param {Figure} figure
 *  @param {string | null} target
 *  @param {number} foes */
export function exactWords(kind, figure, target, foes) {
  const { value, who, word, sampled } = figure;
  const name = nameOf(kind === "chance" ? target : who[0] ?? null);
  if (kind === "seen") return value ? tr("Seen by {number} of {foes}: {names}", { number: value, foes, names: who.map(nameOf).join(", ") }) : tr("No known foe sees this place");
  if (value === null) return kind === "chance" ? tr("No attack on {name} from there", { name }) : kind === "cover" ? tr("No known foe can shoot there") : tr("Nothing to lose there");
  if (kind === "cover") return who.length ? tr("Cover from {name}: {word}, {share}", { name, word, share: percent(value) }) : tr("Cover: {word}", { word });
  if (kind === "chance") return tr("{chance} to hit {name}: {attack}", { chance: (sampled ? "~" : "") + percent(value), name, attack: word });
  const risk = fraction(value, sampled);
  return who.length ? tr("Foes may take {risk} of a fighter there, {name} the most", { risk, name }) : tr("No harm to expect there");
}

/** The same as briefly as it stands at the place itself.
 *  @param {Kind} kind
 *  @param {Figure} figure
 *  @param {string | null} target
 *  @param {number} foes */
export function signWords(kind, { value, who, word, sampled }, target, foes) {
  if (kind === "seen") return tr("seen by {number} of {foes}", { number: value ?? 0, foes });
  if (value === null) return noneWords(kind);
  const name = nameOf(kind === "chance" ? target : who[0] ?? null);
  const said = kind === "cover" ? `${word} ${percent(value)}` : kind === "harm" ? fraction(value, sampled) : (sampled ? "~" : "") + percent(value);
  return name ? `${said} · ${name}` : said;
}

/** @param {number} value
 *  @param {boolean} sampled */
const fraction = (value, sampled) => (sampled ? "~" : "") + value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/** @param {string | null} who */
const nameOf = (who) => token(who)?.dataset.name ?? "";
