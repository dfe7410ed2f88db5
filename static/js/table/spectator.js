// Who only watches can look: a name in the order brings its token into sight.

import { tell } from "../core/events.js";
import { token } from "../core/page.js";

document.addEventListener("click", ({ target }) => {
  const at = token(target.closest("[data-select]")?.dataset.select)?.dataset;
  if (at) tell("look-at", { x: Number(at.x), y: Number(at.y) });
});
