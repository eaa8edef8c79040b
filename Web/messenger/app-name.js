import { forbiddenInLabels } from "../grove/encoding/labels.js";
import { hostOf } from "./sentences.js";

/** Characters: as many as a card has room for (protocol 6.6), also where an app's page says more. */
const longest = 64;
/** What is not seen: alone it would be a name that looks like none. */
const unseen = /[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/gu;

/**
 * How an app calls itself, where that tells more than its host: anybody can choose any name, so the host always stands
 * beside it. Control characters and marks that turn text around are left out, so that a name cannot move or hide the host.
 *
 * @param {string} audience the app's origin
 * @param {string} [name] as its page or a card says
 * @returns {string | undefined} one line of at most 64 characters; nothing where the host says it all
 */
export function shownAppName(audience, name = "") {
  const line = name.replace(forbiddenInLabels, " ").replace(/[\p{Z}\s]+/gu, " ").trim();
  const cut = [...line].slice(0, longest).join("").trim();
  const host = hostOf(audience);
  const isHost = cut === host || cut === host.replace(/:\d+$/, "");
  return cut.replace(unseen, "") && !isHost ? cut : undefined;
}
