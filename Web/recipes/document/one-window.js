/**
 * A recipe that is opened from the messenger again takes the place of the window in which it was opened before. The
 * messenger cannot do this: whoever opened a window of this origin is cut off from it.
 *
 * @param {string} name of the document and of whoever has it open
 * @param {() => boolean} isIdle whether nothing would be lost with this window
 * @returns {() => void} ends it
 */
export function oneWindow(name, isIdle) {
  const channel = new BroadcastChannel("recipes.opened");
  channel.onmessage = ({ data }) => {
    // Browsers close no window that has been elsewhere, or that the person has opened.
    if (data === name && isIdle()) window.close();
  };
  channel.postMessage(name);
  return () => channel.close();
}
