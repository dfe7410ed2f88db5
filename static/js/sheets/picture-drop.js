// A picture that is dropped onto a token, on the map or in the order, becomes that token's: the GM drops it onto
// anybody, a player onto their own. What is dropped beside is a map on the GM's page, and nothing on a player's.

import { isGm, role, say, table } from "../core/page.js";
import { tr } from "../core/texts.js";
import { openPicture, sendPicture, usualCut } from "./picture-upload.js";

const TAKES = isGm ? ".token[data-who], [data-order-who]" : ".token[data-mine], .order-row.mine";

/** @param {DragEvent} event */
const carriesFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
/** @param {DragEvent} event */
const carriesPicture = (event) => [...(event.dataTransfer?.items ?? [])].some(({ type }) => type.startsWith("image/"));

/** Mark who would get what is dropped here.
 *  @param {PageElement | null} taker */
function mark(taker) {
  for (const marked of document.querySelectorAll(".takes-picture")) if (marked !== taker) marked.classList.remove("takes-picture");
  taker?.classList.add("takes-picture");
  document.body.classList.toggle("dropping-face", taker !== null);
}

/** @param {string} who
 *  @param {File[]} files */
async function give(who, files) {
  if (files.length > 1) return void say({ message: tr("Those are {files} pictures; a token has one.", { files: files.length }), rule: null });
  const picture = await openPicture(files[0]);
  if (!picture) return;
  const data = new FormData();
  data.append("file", files[0]);
  for (const [key, value] of Object.entries(usualCut(picture))) data.append(key, String(value));
  await sendPicture(`/tables/${table}/${role}/sheet/${encodeURIComponent(who)}/picture`, data);
}

// before the page's own listeners, so that no picture for a token is taken for a map
document.addEventListener("dragover", (event) => {
  if (!carriesFile(event)) return;
  const taker = carriesPicture(event) ? event.target.closest(TAKES) : null;
  mark(taker);
  if (isGm) return;
  event.preventDefault(); // or the browser would leave the page for the file
  if (event.dataTransfer) event.dataTransfer.dropEffect = taker ? "copy" : "none";
}, { capture: true });
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(null); }, { capture: true });
document.addEventListener("drop", (event) => {
  if (!carriesFile(event)) return;
  const taker = carriesPicture(event) ? event.target.closest(TAKES) : null;
  mark(null);
  if (!taker && isGm) return;
  event.preventDefault();
  if (!taker) return;
  event.stopImmediatePropagation();
  document.body.classList.remove("dropping");
  give(taker.dataset.who ?? taker.dataset.orderWho, [.../** @type {DataTransfer} */ (event.dataTransfer).files]);
}, { capture: true });
