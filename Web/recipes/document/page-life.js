/**
 * A page nobody looks at gives its connection back after so long, in milliseconds: over HTTP/1.1 a
 * browser has six for all of the app's pages, and each that is open holds one.
 */
const patience = 5_000;

/**
 * What the browser does with the page: hidden and seen again, the network back, left.
 *
 * @param {{ pause: (isPaused: boolean) => void, hurry: () => void, leave: () => void }} handlers
 * @returns {() => void} listens no more
 */
export function followPage({ pause, hurry, leave }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isPaused = false;
  const turn = (/** @type {boolean} */ to) => {
    if (to !== isPaused) pause((isPaused = to));
  };
  const seen = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") turn(false);
    else timer = setTimeout(() => turn(true), patience);
  };
  document.addEventListener("visibilitychange", seen);
  addEventListener("online", hurry);
  addEventListener("pagehide", leave);
  // It may have been opened behind another.
  seen();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("online", hurry);
    removeEventListener("pagehide", leave);
  };
}
