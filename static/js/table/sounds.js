// Short sounds for what somebody who looks away should hear: a turn, a question, a hit, a fall. They are made here, tone
// by tone; nothing is loaded. Nobody hears any who has not touched the page yet: browsers want it so.

import { landing } from "../map/event-marks.js";
import { hear } from "../core/events.js";
import { el, isGm, map, role } from "../core/page.js";
import { onWish, showWishes, wants } from "../core/wishes.js";

/** @import { Update } from "../core/messages.js" */

/** A tone: when it begins, in seconds; its pitch in hertz, and the one that it slides to; how long and how loud it is.
 *  @typedef {{ at: number, pitch: number, to?: number, long: number, loud: number, wave?: OscillatorType }} Tone */
/** A rush of air: when, how long, how loud, and above which pitch nothing of it is heard.
 *  @typedef {{ at: number, long: number, loud: number, below: number }} Rush */
/** @typedef {"turn" | "question" | "hit" | "fall"} Sound */

/** @type {Record<Sound, { tones: Tone[], rushes?: Rush[] }>} */
const SOUNDS = {
  turn: { tones: [{ at: 0, pitch: 587, long: 0.5, loud: 0.16, wave: "triangle" }, { at: 0.13, pitch: 880, long: 0.7, loud: 0.14, wave: "triangle" }] },
  question: { tones: [{ at: 0, pitch: 659, long: 0.18, loud: 0.13 }, { at: 0.12, pitch: 784, long: 0.18, loud: 0.13 }, { at: 0.24, pitch: 988, long: 0.4, loud: 0.13 }] },
  hit: { tones: [{ at: 0, pitch: 150, to: 48, long: 0.22, loud: 0.34 }], rushes: [{ at: 0, long: 0.12, loud: 0.3, below: 1800 }] },
  fall: { tones: [{ at: 0, pitch: 260, to: 70, long: 0.5, loud: 0.18, wave: "triangle" }, { at: 0.46, pitch: 82, to: 40, long: 0.3, loud: 0.36 }], rushes: [{ at: 0.46, long: 0.22, loud: 0.24, below: 700 }] },
};
const RESTS = 2500; // milliseconds after which the device need not listen to us any more
const APART = 0.22; // seconds between two sounds that come at once

/** @type {AudioContext | null} */
let audio = null;
let resting = 0;
let busy = 0; // until when, by the clock of the sounds

/** @param {Sound} sound */
function play(sound) {
  if (!wants("sound") || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    clearTimeout(resting);
    resting = setTimeout(() => { audio?.suspend(); }, RESTS);
    const start = Math.max(audio.currentTime + 0.02, busy);
    busy = start + APART;
    const { tones, rushes = [] } = SOUNDS[sound];
    for (const tone of tones) sing(audio, start, tone);
    for (const rush of rushes) blow(audio, start, rush);
  } catch { /* no sound here: the page shows it anyway */ }
}

/** Loud at once, then ever softer.
 *  @param {AudioContext} on
 *  @param {number} at
 *  @param {{ long: number, loud: number }} how */
function fading(on, at, { long, loud }) {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(on.destination);
  return gain;
}

/** @param {AudioContext} on
 *  @param {number} start
 *  @param {Tone} tone */
function sing(on, start, { at, pitch, to, long, loud, wave = "sine" }) {
  const tone = on.createOscillator();
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, start + at);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, start + at + long);
  tone.connect(fading(on, start + at, { long, loud }));
  tone.start(start + at);
  tone.stop(start + at + long);
}

/** @param {AudioContext} on
 *  @param {number} start
 *  @param {Rush} rush */
function blow(on, start, { at, long, loud, below }) {
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  noise.getChannelData(0).forEach((_, n, all) => { all[n] = Math.random() * 2 - 1; });
  const [source, filter] = [on.createBufferSource(), on.createBiquadFilter()];
  source.buffer = noise;
  filter.type = "lowpass";
  filter.frequency.value = below;
  source.connect(filter).connect(fading(on, start + at, { long, loud }));
  source.start(start + at);
}

// ------------------------------------------------------------------------------------------------- when
const fallen = () => new Set([...map().querySelectorAll("#tokens > .token.out")].map((token) => token.dataset.who));
const asked = () => (el("prompt")?.dataset.mine ? el("prompt").dataset.number : null);
const seen = { turn: "", asked: asked(), fallen: fallen(), first: true };

/** @param {Update} update */
function listen({ turn, flash = [], prev }) {
  showWishes();
  const now = { turn: turn ? `${turn.mine} ${turn.name}` : seen.turn, asked: asked(), fallen: fallen() };
  /** @type {Sound[]} */
  const sounds = [];
  if (prev !== null && !seen.first) {
    if ([...now.fallen].some((who) => !seen.fallen.has(who))) sounds.push("fall");
    else if (flash.some(({ tone }) => tone === "harm")) sounds.push("hit");
    if (now.asked && now.asked !== seen.asked) sounds.push("question");
    else if (turn?.name && now.turn !== seen.turn && (role !== "play" || turn.mine)) sounds.push("turn");
  }
  Object.assign(seen, now, { first: false });
  for (const sound of new Set(sounds)) setTimeout(play, landing(), sound);
  if (role === "play" && wants("sound") && sounds.some((sound) => sound === "turn" || sound === "question")) navigator.vibrate?.([120, 60, 120]);
}

hear("update", listen);
onWish((wish, on) => { if (wish === "sound" && on) play(isGm ? "turn" : "question"); });
