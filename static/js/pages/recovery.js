// The page that asks what to do about damaged data: goes on as soon as the tables are served again.

const LOOKS_AGAIN = 700; // milliseconds

async function isServed() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    return answer.ok;
  } catch {
    return false; // between the one server and the next nobody answers
  }
}

async function goOn() {
  if (await isServed()) location.replace(/** @type {PageElement} */ (document.querySelector("main")).dataset.next);
  else setTimeout(goOn, LOOKS_AGAIN);
}

goOn();
