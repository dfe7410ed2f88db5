// Keeps the projector's screen from going to sleep: by the browser's own lock where there is one (not on plain http),
// else by a picture of one pixel that is played as a video.

let lock = null;
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
  if (!video) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    setInterval(() => brush.fillRect(0, 0, 1, 1), 1000); // a stream without new pictures counts as paused
    video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, className: "awake" });
    video.setAttribute("aria-hidden", "true");
    video.srcObject = canvas.captureStream?.(1) ?? null;
    document.body.append(video);
  }
  try { await video.play(); } catch { /* the browser does not want to: the GM's page says that the screen may sleep */ }
}

document.addEventListener("visibilitychange", stayAwake);
