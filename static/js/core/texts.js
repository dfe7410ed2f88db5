// The page's words in its language. A script before the modules brings them (webapp/views/language.py); where there
// is none, or it lacks a text, the text stays English.

const texts = globalThis.battlematTexts ?? {};

/** A text in the page's language, with what belongs into its gaps: tr("{name} is out of reach.", { name }).
 *  @param {string} text
 *  @param {Record<string, string | number>} gaps
 *  @returns {string} */
export function tr(text, gaps = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));
}

/** A number with one place after the point, or the comma, as the page's language writes it.
 *  @param {number} number */
export function decimal(number) {
  return number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
