// The page's words in its language. A script before the modules brings them (webapp/views/language.py); where there
// is none, or it lacks a text, the text stays English.

const texts = globalThis.battlematTexts ?? {};

// Gives a text in the page's language, with what belongs into its gaps: tr("{name} is out of reach.", { name }).
export function tr(text, gaps = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
}

// Gives a number with one place after the point, or the comma, as the page's language writes it.
export function decimal(number) {
  return number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
