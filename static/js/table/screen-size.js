// How large this screen really is: pixels for one millimetre, measured once and kept in this browser for each screen.
// What is kept are the screen's own pixels, so that it stays true when the page is zoomed.

export const CARD = { width: 85.6, height: 53.98 }; // a bank card, in millimetres
export const INCH = 25.4;

const memory = () => `battlemat-screen-${screen.width}x${screen.height}`;

/** CSS pixels for one millimetre on this screen; null until somebody has measured it. */
export function pixelsPerMm() {
  try {
    const kept = /** @type {{ perMm: number } | null} */ (JSON.parse(String(localStorage.getItem(memory()))));
    return kept && kept.perMm > 0 ? kept.perMm / devicePixelRatio : null;
  } catch { return null; }
}

/** Keep what was measured. Returns whether this browser keeps anything.
 *  @param {number} css */
export function keepPixelsPerMm(css) {
  try {
    localStorage.setItem(memory(), JSON.stringify({ perMm: css * devicePixelRatio }));
    return true;
  } catch { return false; }
}

/** CSS pixels for one millimetre on a screen whose diagonal measures so many inches. In full screen the window is the screen.
 *  @param {number} inches */
export function byDiagonal(inches) {
  const [wide, high] = document.fullscreenElement ? [innerWidth, innerHeight] : [screen.width, screen.height];
  return Math.hypot(wide, high) / (inches * INCH);
}
