/** The pages of a drive in one browser tell each other at once when one of them has changed something. */
const name = "drive.changed";

/** @type {BroadcastChannel | undefined} of this page, for as long as it is open */
let channel;

/** Tells the other pages. */
export function tellOtherPages() {
  if (typeof BroadcastChannel !== "function") return;
  channel ??= new BroadcastChannel(name);
  channel.postMessage(true);
}

/**
 * @param {() => unknown} look
 * @returns {() => void} ends it
 */
export function heardFromOtherPages(look) {
  if (typeof BroadcastChannel !== "function") return () => {};
  channel ??= new BroadcastChannel(name);
  const open = channel;
  const heard = () => void look();
  open.addEventListener("message", heard);
  return () => open.removeEventListener("message", heard);
}
