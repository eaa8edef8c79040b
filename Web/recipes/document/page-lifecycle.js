/**
 * A page nobody looks at gives its connection back after so long, in milliseconds: over HTTP/1.1 a
 * browser has six for all of the app's pages, and each that is open holds one.
 */
const patience = 5_000;

/**
 * What the browser does with the page: hidden and seen again, in front of its person again, the network back, left.
 *
 * @param {{ pause: (isPaused: boolean) => void, look: () => void, hurry: () => void, hide: () => void,
 *   leave: () => void }} handlers `hide` as soon as it is hidden; after `leave`, if that did not end:
 *   Firefox stops the script that it finds running when a page is left
 * @returns {() => void} listens no more
 */
export function followPage({ pause, look, hurry, hide, leave }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isPaused = false;
  const turn = (/** @type {boolean} */ to) => {
    if (to !== isPaused) pause((isPaused = to));
  };
  const seen = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") return turn(false);
    timer = setTimeout(() => turn(true), patience);
    hide();
  };
  document.addEventListener("visibilitychange", seen);
  addEventListener("focus", look);
  addEventListener("online", hurry);
  addEventListener("pagehide", leave);
  // It may have been opened behind another.
  seen();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("focus", look);
    removeEventListener("online", hurry);
    removeEventListener("pagehide", leave);
  };
}
