// A picture for a token, from a file to the server: looked at here first, cut and checked there.

import { answered, csrf, say } from "../core/page.js";
import { decimal, tr } from "../core/texts.js";

const MOST = 20_000_000;

/** Open a picture that was chosen; null, and said why, for what the server would refuse.
 *  @param {File} file
 *  @returns {Promise<HTMLImageElement | null>} */
export async function openPicture(file) {
  if (file.size > MOST) {
    const gaps = { name: file.name, size: decimal(file.size / 1_000_000) };
    say({ message: tr("{name} has {size} MB; at most 20 MB are read. Save it smaller.", gaps), rule: null });
    return null;
  }
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
  } catch {
    say({ message: tr("{name} is no picture that can be shown here: choose a PNG, JPEG or WebP.", { name: file.name }), rule: null });
    return null;
  }
  return picture;
}

/** The square that is cut where nobody chooses: faces are high up in a tall picture.
 *  @param {HTMLImageElement} picture */
export const usualCut = ({ naturalWidth, naturalHeight }) => ({ x: 0.5, y: naturalHeight > 1.1 * naturalWidth ? 0.35 : 0.5, size: 1 });

/** Send a picture with its cut to a sheet's address; where it is refused, say why.
 *  @param {string} address
 *  @param {FormData} data
 *  @returns {Promise<boolean>} whether it was taken */
export async function sendPicture(address, data) {
  const answer = await answered(address, { method: "POST", headers: { "X-CSRF-Token": csrf() }, body: data });
  if (answer?.ok) return true;
  if (answer) {
    const said = new DOMParser().parseFromString(answer.text, "text/html").querySelector("#refusal p");
    say({ message: said?.textContent.trim() || tr("That was not understood. Nothing has changed."), rule: null });
  } else say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
  return false;
}
