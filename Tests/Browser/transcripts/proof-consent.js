import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { enteredAccount } from "../../../Web/grove/identity/entry-labels.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { proofSigned } from "../../../Web/grove/rules/proofs/proof-births.js";
import { decideProof } from "../../../Web/grove/rules/proofs/proof-rules.js";
import { Desk, sharingKey } from "./desk.js";

/** Whether a device signs an identity proof, and with what. */
export class ProofConsent extends Desk {
  constructor({ audience, invitations = [] }) {
    super();
    this.audience = audience;
    this.invitations = invitations.filter(({ canProve }) => canProve);
    for (const { audience: origin, collaborationID, root, canProve = false, ...one } of invitations) {
      const collaboration = { audience: origin, collaborationID };
      this.put(names.invitation(collaboration, root), { ...one, collaboration, root, canProve });
    }
  }

  async handle(event) {
    const { audience } = this;
    const key = encodeBase64URL(utf8(audience));
    if (event.is === "confirmed") {
      this.put(names.confirmed(audience), { audience, account: event.account, confirmedAt: event.at });
      return { changes: [{ put: "confirmed-account", key }] };
    }
    if (event.is === "rawProofs") {
      this.put(names.rawProofs(audience), event.allowed ? true : undefined);
      return { changes: [{ [event.allowed ? "put" : "delete"]: "raw-proofs-allowed", key }] };
    }
    const { requester: origin, collaborationID, refused } = event;
    const data = decodeBase64URL(event.data ?? "");
    const entered = await Promise.all(this.invitations.filter((one) => one.audience === origin).map(async (one) => ({
      collaborationID: one.collaborationID, root: one.root, account: await enteredAccount(one, one.root),
    })));
    const answer = await this.look((records) => decideProof(records, { origin, collaborationID, data, refused, entered }));
    const place = { audience: origin, collaborationID };
    this.log = [];
    if ("sign" in answer && "account" in answer.signing) {
      const account = answer.entering?.account ?? answer.signing.account;
      await this.change((records) => proofSigned(records, place, account));
    }
    return { answer: json(answer), changes: this.log.map(({ name }) => ({ put: "signed-accounts", key: sharingKey(name) })) };
  }
}

function json(answer) {
  if ("refuse" in answer) return { is: "refuse", code: answer.refuse };
  if ("confirm" in answer) {
    const { account, previous, title } = answer.confirm;
    return { is: "confirm", account, previous, title };
  }
  const { sign: { root }, signing, entering } = answer;
  if ("raw" in signing) return { is: "sign", root, raw: encodeBase64URL(signing.raw) };
  const born = entering?.births.map(({ collaborationID, root: shown }) => ({ collaborationID, root: shown }));
  return { is: "sign", root, account: signing.account, challenge: encodeBase64URL(signing.challenge),
    ...(born?.length && { born }) };
}
