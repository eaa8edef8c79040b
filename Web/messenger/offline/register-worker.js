/**
 * Lets the worker keep the pages for when the relay is away, once this one is connected and looked
 * at. If it came from a kept set itself, it holds on to that.
 *
 * @param {import("../../grove/messenger/messenger.js").Messenger} messenger
 */
export function keepPages(messenger) {
  // "" or, where the page's script (/assets/…) came from a kept set, the set's name.
  const set = new URL("..", import.meta.url).pathname.slice(0, -1);
  if (set) void navigator.locks.request(set, { mode: "shared" }, () => new Promise(() => {}));
  const heard = new AbortController();
  const look = () => {
    if (messenger.connection !== "online" || document.hidden) return;
    heard.abort();
    (globalThis.requestIdleCallback ?? setTimeout)(ask);
  };
  messenger.addEventListener("connection", look, heard);
  document.addEventListener("visibilitychange", look, heard);
  look();
}

async function ask() {
  const workers = navigator.serviceWorker;
  try {
    await workers.register("/worker.js", { updateViaCache: "none" });
    (await workers.ready).active?.postMessage("keep");
  } catch {
    // A private window, or a browser that has no such workers: then it needs the relay to open.
  }
}
