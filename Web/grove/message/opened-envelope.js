import { accepted, refused } from "../encoding/check-result.js";
import { decodeContent } from "./content/message-content.js";
import { encodeHeader } from "./envelope.js";
import { messageSignedBytes } from "./message-body.js";

/** @typedef {import("./message-body.js").MessageBody} MessageBody */

/**
 * Why an envelope is not shown as a message (protocol 10.6). The codes are stable.
 *
 * - `not_addressed_here`: to another account or device.
 * - `key_unknown`: this device no longer has, or never had, the key it is sealed to.
 * - `seal_broken`: changed on the way, or sealed to another key.
 * - `content_malformed`: what was inside is no padded, signed message.
 * - `sender_mismatch`: the chain offered for verifying is another account's.
 * - `statement_unknown`: the sender names a statement beyond the chain: refresh it, then ask again.
 * - `statement_forked`: the sender names another statement than the chain has: a split view (11.2).
 * - `device_not_listed`: the named statement does not list the sending device.
 * - `signature_invalid`: not by the sending device, or made for another recipient.
 *
 * @typedef {"malformed" | "not_addressed_here" | "key_unknown" | "seal_broken"
 *   | "content_malformed" | "sender_mismatch" | "statement_unknown" | "statement_forked"
 *   | "device_not_listed" | "signature_invalid"} EnvelopeRefusal
 */

/**
 * A message that was sealed to this device by nobody knows whom: its sender is only claimed, and
 * its content cannot be read, until `verify` has answered.
 */
export class OpenedEnvelope {
  #body;
  #signature;
  #recipientKey;

  /**
   * @param {import("./envelope.js").EnvelopeHeader} header
   * @param {MessageBody} body
   * @param {Uint8Array} signature
   * @param {import("../crypto/public-key.js").PublicKey} recipientKey
   */
  constructor(header, body, signature, recipientKey) {
    this.header = header;
    this.#body = body;
    this.#signature = signature;
    this.#recipientKey = recipientKey;
    /** Whose chain to fetch for verifying. */
    this.claimedSender = body.senderAccountID;
    this.claimedDevice = body.senderDeviceID;
    /** The statement that must be in that chain. */
    this.claimedStatement = body.senderStatement;
  }

  /**
   * Protocol 10.6 (3) and (4): the sender's statement is in its verified chain and lists the
   * sending device, which signed exactly this message for exactly this key.
   *
   * @param {import("./statement-chain.js").StatementChain} chain
   * @returns {Promise<import("../encoding/check-result.js").Answer<VerifiedMessage, EnvelopeRefusal>>}
   */
  async verify(chain) {
    const body = this.#body;
    if (chain.accountID !== body.senderAccountID) return refused("sender_mismatch");
    const statement = chain.statement(body.senderStatement.seq);
    if (!statement) return refused("statement_unknown");
    if (statement.hash !== body.senderStatement.hash) return refused("statement_forked");
    const device = statement.device(body.senderDeviceID);
    if (!device) return refused("device_not_listed");
    const aad = encodeHeader(this.header);
    const signed = await messageSignedBytes(body, aad, this.#recipientKey);
    if (!(await device.identityKey.verify(this.#signature, signed))) {
      return refused("signature_invalid");
    }
    const isFromRemovedDevice = !chain.newest.device(body.senderDeviceID);
    return accepted(new VerifiedMessage(this.header.messageID, body, isFromRemovedDevice));
  }
}

/**
 * A message whose sender is proven; only `OpenedEnvelope` makes one. Still to be asked by its
 * holder: not seen before (`replay-window.js`), and the sender is in the conversation (protocol
 * 10.6 (5), (6)).
 */
export class VerifiedMessage {
  /**
   * @param {string} messageID
   * @param {MessageBody} body
   * @param {boolean} isFromRemovedDevice a newer statement no longer lists the sending device: its
   *   texts are shown with a mark, and nothing else it says is acted upon, because a thief can date
   *   a message back
   */
  constructor(messageID, body, isFromRemovedDevice) {
    this.messageID = messageID;
    this.body = body;
    this.isFromRemovedDevice = isFromRemovedDevice;
    this.sender = body.senderAccountID;
    this.senderDevice = body.senderDeviceID;
    Object.freeze(this);
  }

  /**
   * @returns {import("./content/message-content.js").MessageContent | undefined} nothing for a type
   *   this version does not know
   * @throws {GroveError} `malformed` or `limit_exceeded`.
   */
  content() {
    return decodeContent(this.body.contentType, this.body.content);
  }
}
