// Keeps the projector's screen from going to sleep: by the browser's own lock where there is one (not on plain http),
// else by a video of one pixel, over and over.

/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let video = null;

export const isAwake = () => Boolean(lock && !lock.released) || Boolean(video && !video.paused);

export async function stayAwake() {
  if (document.visibilityState !== "visible" || isAwake()) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null;
    await play();
  }
}

async function play() {
  video ??= await makeVideo();
  try { await video?.play(); } catch { /* the browser does not want to: the GM's page says that the screen may sleep */ }
}

/** A second of one pixel, recorded once and played again and again: the page itself does nothing for it. */
async function makeVideo() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (!canvas.captureStream || !window.MediaRecorder) return null;
  const recorder = new MediaRecorder(canvas.captureStream(10));
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const whole = new Promise((resolve) => { recorder.addEventListener("stop", resolve, { once: true }); });
  recorder.start();
  for (let picture = 0; picture < 10; picture += 1) {
    brush.fillRect(0, 0, 2, 2); // without new pictures nothing would be recorded
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  recorder.stop();
  await whole;
  const made = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true, className: "awake" });
  made.setAttribute("aria-hidden", "true");
  made.src = URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }));
  document.body.append(made);
  return made;
}

document.addEventListener("visibilitychange", stayAwake);
