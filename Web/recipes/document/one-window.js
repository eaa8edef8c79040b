import { randomID } from "../log/base64url.js";

/** This window among those of its browser: a recipe that is opened in it again hears what it has said itself. */
const here = randomID();

const opened = () => new BroadcastChannel("recipes.opened");

/**
 * A recipe that is opened from the messenger again takes the place of the window in which it was opened before. The
 * messenger cannot do this: whoever opened a window of this origin is cut off from it.
 *
 * @param {string} name of the document and of whoever has it open
 * @param {() => boolean} isIdle whether nothing would be lost with this window
 * @param {{ link?: string, isChosen?: boolean, own?: string, close?: () => void }} window which this is, and what closes it;
 *   `link` as for `lostWindow`; not `isChosen`: the person has not asked their messenger for it now, so that others stay
 * @returns {() => void} ends it
 */
export function oneWindow(name, isIdle, { link, isChosen = true, own = here, close = () => globalThis.close() } = {}) {
  const channel = opened();
  channel.onmessage = ({ data }) => {
    // Browsers close no window that has been elsewhere, or that the person has opened.
    if (data.name === name && data.isChosen && data.own !== own && isIdle()) close();
  };
  channel.postMessage({ name, link, isChosen, own });
  return () => channel.close();
}

/**
 * A window that says that something is lost, while it does. It gives way wherever that is opened again, whoever opened it;
 * and opens it, too, where it cannot: of two windows none shall go on to say so.
 *
 * @param {string} link of the document, and whose: it may not be known here which document it was
 * @param {() => unknown} open
 * @param {{ isIdle?: () => boolean, own?: string, close?: () => boolean }} window `close`: whether that was allowed
 * @returns {() => void} ends it
 */
export function lostWindow(link, open, { isIdle = () => true, own = here, close = closeThis } = {}) {
  const channel = opened();
  channel.onmessage = ({ data }) => {
    if (data.link === link && data.own !== own && !(isIdle() && close())) open();
  };
  return () => channel.close();
}

function closeThis() {
  globalThis.close();
  return globalThis.closed;
}

/**
 * What is opened in this window is shown by another page from now on.
 *
 * @param {string} link
 */
export function sayOpened(link) {
  const channel = opened();
  channel.postMessage({ link, own: here });
  channel.close();
}
