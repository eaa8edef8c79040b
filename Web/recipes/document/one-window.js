import { randomID } from "../log/base64url.js";

/** This window among those of its browser: a recipe that is opened in it again hears what it has said itself. */
const here = randomID();

/**
 * A recipe that is opened from the messenger again takes the place of the window in which it was opened before. The
 * messenger cannot do this: whoever opened a window of this origin is cut off from it.
 *
 * @param {string} name of the document and of whoever has it open
 * @param {() => boolean} isIdle whether nothing would be lost with this window
 * @param {{ own?: string, close?: () => void }} window which this is, and what closes it
 * @returns {() => void} ends it
 */
export function oneWindow(name, isIdle, { own = here, close = () => globalThis.close() } = {}) {
  const channel = new BroadcastChannel("recipes.opened");
  channel.onmessage = ({ data }) => {
    // Browsers close no window that has been elsewhere, or that the person has opened.
    if (data.name === name && data.own !== own && isIdle()) close();
  };
  channel.postMessage({ name, own });
  return () => channel.close();
}
