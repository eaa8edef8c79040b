import {
  decodeBase64URL, encodeBase64URL, encodeJSON, malformed, Members, parseJSON,
} from "../encoding/encoding.js";
import { originOfLink, parseOrigin } from "../encoding/origin.js";
import { encodeProofRequest } from "../identity/proof-request-data.js";

/**
 * A request for a proof that came in this page's address, because the app could open no window
 * (protocol 13.1). Who asks is the origin the answer goes back to: only that page ever reads it.
 * Any page can lead a person here, so every time the person is asked, known account or not.
 *
 * @typedef {object} RedirectedRequest
 * @property {"prove"} kind
 * @property {string} origin
 * @property {string} collaborationID
 * @property {string} account
 * @property {string} back where "Not now" leads: the same page, with empty hands
 * @property {(sharing: import("../sharing/sharing.js").Sharing, confirm: (question:
 *   import("../rules/model/sharing-types.js").AccountQuestion) => Promise<boolean>) => Promise<{ ok: true,
 *   address: string } | { ok: false, refusal: string }>} answer go to `address` with the proof
 */

/**
 * @param {{ hash: string }} location this page's
 * @param {string} referrer of this document; a page that is not the one to go back to is refused
 * @returns {RedirectedRequest | undefined} nothing where the address holds none
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
 */
export function redirectedRequest({ hash }, referrer) {
  const match = /^#collab-request=([\w-]*)$/.exec(hash);
  if (!match) return undefined;
  const members = new Members(parseJSON(decodeBase64URL(match[1])));
  const [id, back] = [members.text("id", 64), members.text("back", 2048)];
  const origin = parseOrigin(originOfLink(back));
  if (referrer && originOfLink(referrer) !== origin) throw malformed("another page led here");
  const collaborationID = members.text("collaborationID", 255);
  const account = members.text("account");
  const data = encodeProofRequest({ account, challenge: members.bytes("challenge") });
  const refused = members.optional("refused", () => members.array("refused", String, 16)) ?? [];
  const plain = back.split("#")[0];
  const answer = (/** @type {object | undefined} */ result) =>
    `${plain}#collab-proof=${result ? encodeBase64URL(encodeJSON(result)) : ""}`;
  return {
    kind: "prove", origin, collaborationID, account, back: answer(undefined),
    answer: async (sharing, confirm) => {
      const request = { origin, collaborationID, data, refused, asksAlways: true };
      const made = await sharing.proof(request, confirm);
      if (!made.ok) return made;
      const { json, root } = made.value;
      return { ok: true, address: answer({ id, proof: json, root }) };
    },
  };
}
