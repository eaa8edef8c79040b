/** Who answers what a page asks for. The network does, wherever it can. */

/** How long the relay may take to begin to answer before a kept page is shown, in milliseconds. */
export const patience = 2500;

/** Below it are the files of kept sets. No server has anything there. */
export const keptBelow = "/kept/";

/**
 * @param {{ method: string, mode: string, url: string }} request
 * @param {string} origin of the relay
 * @returns {"network" | "kept" | "/" | "/away"} `network`: none of the worker's business; `kept`: a
 *   file of a kept set, for a page that came from it; else the network, and where it is away this
 *   page of the kept set
 */
export function answerFor({ method, mode, url }, origin) {
  const address = new URL(url);
  if (method !== "GET" || address.origin !== origin) return "network";
  if (mode === "navigate") {
    if (address.pathname === "/") return "/";
    // They answer a page of another origin: with what is true now, or in words.
    return ["/share", "/prove"].includes(address.pathname) ? "/away" : "network";
  }
  return address.pathname.startsWith(keptBelow) ? "kept" : "network";
}

/**
 * The network's answer; the kept page where the relay is away, broken, or slow, and there is one.
 *
 * @param {Promise<Response>} network
 * @param {Promise<void>} late once the relay has had its time
 * @param {() => Promise<Response | undefined>} kept
 * @returns {Promise<Response>}
 */
export async function firstAnswer(network, late, kept) {
  const answer = await Promise.race([network.catch(() => undefined), late]);
  if (answer && answer.status < 500) return answer;
  return (await kept().catch(() => undefined)) ?? network;
}
