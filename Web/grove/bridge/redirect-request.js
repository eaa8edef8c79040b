import {
  decodeBase64URL, encodeBase64URL, encodeJSON, malformed, Members, parseJSON,
} from "../encoding/encoding.js";
import { limitedText } from "../encoding/json-members.js";
import { originOfLink, parseOrigin } from "../encoding/origin.js";
import { encodeProofRequest } from "../identity/proof-request-data.js";
import { proofAnswer, toldEnding } from "./proof-answer.js";

/**
 * A request for a proof that came in this page's address: the person opened the document from here, or
 * the app could open no window (protocol 13.1). Who asks is the origin the answer goes back to: only
 * that page ever reads it. Any page can lead a person here; only where the browser says that the app's
 * own page did (`referrer`), a known account is not asked for again and a refusal is told. Otherwise
 * whoever led them here could see from how soon they leave again what they were invited to.
 *
 * @typedef {object} RedirectedRequest
 * @property {"prove"} kind
 * @property {string} origin
 * @property {string} collaborationID
 * @property {string} account
 * @property {string} [accountName] how the app calls who has it
 * @property {string} back where "Not now" leads: the same page, with empty hands
 * @property {(told: import("./proof-answer.js").ToldByClick) => string} tell where a click leads that tells the app something
 *   in place of a proof
 * @property {(sharing: import("../sharing/sharing.js").Sharing, confirm: (question:
 *   import("../rules/model/sharing-types.js").AccountQuestion) => Promise<boolean>, photo?: () => Promise<string | undefined>,
 *   name?: () => string) => Promise<{ ok: true, address: string } | { ok: false, refusal: string,
 *   address: string, isTold: boolean }>} answer go to `address` with the proof, or with what the app may be told
 */

/**
 * @param {{ hash: string }} location this page's
 * @param {string} referrer of this document; a page that is not the one to go back to is refused
 * @returns {RedirectedRequest | undefined} nothing where the address holds none
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
 */
export function redirectedRequest({ hash }, referrer) {
  // Long because what is read of the question and what is answered stand together.
  const match = /^#collab-request=([\w-]*)$/.exec(hash);
  if (!match) return undefined;
  const members = new Members(parseJSON(decodeBase64URL(match[1])));
  const [id, back] = [members.text("id", 64), members.text("back", 2048)];
  const origin = parseOrigin(originOfLink(back));
  if (referrer && originOfLink(referrer) !== origin) throw malformed("another page led here");
  const isFromApp = Boolean(referrer);
  const collaborationID = members.text("collaborationID", 255);
  const account = members.text("account");
  const data = encodeProofRequest({ account, challenge: members.bytes("challenge") });
  const refused = members.optional("refused", () => members.array("refused", String, 16)) ?? [];
  const pushKey = members.optional("pushKey", (key) => limitedText(key, 128, "pushKey"));
  const accountName = members.optional("accountName", (name) => limitedText(name, 128, "accountName"));
  // Keys of an origin count from that origin only.
  const keys = isFromApp ? members.optional("keys", (published) => published) : undefined;
  const plain = back.split("#")[0];
  const answer = (/** @type {object | undefined} */ result) =>
    `${plain}#collab-proof=${result ? encodeBase64URL(encodeJSON(result)) : ""}`;
  return {
    kind: "prove", origin, collaborationID, account, accountName, back: answer(undefined),
    tell: (told) => answer({ id, ...told }),
    answer: async (sharing, confirm, photo, name) => {
      const request = { origin, collaborationID, data, refused, asksAlways: !isFromApp };
      const made = await sharing.proof(request, confirm);
      // Keys that cannot be read are no keys.
      if (keys) await sharing.takePublishedKeys(origin, keys).catch(() => undefined);
      if (!made.ok) {
        const isTold = isFromApp && made.refusal !== "account_not_confirmed" && await sharing.hasConsent(origin);
        const told = isTold ? { id, code: made.refusal, ending: await toldEnding(sharing, request, made.refusal) } : undefined;
        return { ...made, isTold, address: answer(told) };
      }
      const told = { origin, collaborationID, account, pushKey };
      return { ok: true, address: answer({ id, ...await proofAnswer(sharing, made.value, told, { photo, name }) }) };
    },
  };
}
