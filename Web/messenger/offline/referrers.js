/**
 * Firefox tells a page that a service worker has answered for no referrer, and the worker all the same. By it the
 * messenger knows that an app's own page leads a person here, who is then not asked again (protocol 13.1); so the page asks
 * its worker.
 */

/** What a page asks its worker. */
export const askReferrer = "referrer";

/** Pages ask while they are being loaded: the newest few are remembered. */
const most = 16;

/** Milliseconds: a worker that has been ended meanwhile has forgotten it, and says so at once. */
const patience = 1000;

/** The worker's side: which page was led to by which. */
export class Referrers {
  /** @type {Map<string, string>} by the pages' identifiers, which are the browser's */
  #known = new Map();

  /** @param {string} page @param {string} referrer empty where the browser says none */
  note(page, referrer) {
    if (!page || !referrer) return;
    this.#known.set(page, referrer);
    if (this.#known.size > most) this.#known.delete([...this.#known.keys()][0]);
  }

  /** @param {string} page @returns {string} empty where nothing is known of it */
  of(page) {
    return this.#known.get(page) ?? "";
  }
}

/**
 * The page's side.
 *
 * @param {string} said by the browser
 * @param {Pick<ServiceWorker, "postMessage"> | null | undefined} worker which may have answered for this page
 * @returns {Promise<string>} empty where nobody says
 */
export function referrerFrom(said, worker) {
  if (said || !worker) return Promise.resolve(said);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const answer = (/** @type {unknown} */ referrer) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof referrer === "string" ? referrer : "");
    };
    const timer = setTimeout(answer, patience);
    port1.onmessage = ({ data }) => answer(data);
    worker.postMessage(askReferrer, [port2]);
  });
}
