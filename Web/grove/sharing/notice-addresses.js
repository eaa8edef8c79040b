import { PublicKey } from "../crypto/public-key.js";
import { freshID } from "../device/local-device.js";
import { concat, decodeBase64URL, encodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { NoticeAddressKeys } from "../message/content/notice-addresses.js";
import { KEMKey } from "../message/kem-key.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { noticesAreWanted } from "../rules/invitations/told-by-server.js";
import {
  addressesToTell, addressGiven, chooseNotices, endedAddresses, forgetEnded, keepAddress, tellAddresses,
} from "../rules/notices/notice-address-rules.js";
import { meOf } from "./sharing-host.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../rules/notices/notice-address-rules.js").NoticeAddress} NoticeAddress
 * @typedef {{ endpoint: string, p256dh: string, auth: string }} PushSubscription a Web Push subscription,
 *   as apps' servers know it
 */

/** Where the servers of apps tell this account what happens (protocol 12.8). */
export class NoticeAddresses {
  #host;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * The address of a collaboration that its app's server may push to: made where there is none for
   * this key yet.
   *
   * @param {CollaborationKey} collaboration its audience is the origin that asks
   * @param {string} serverKey base64url of the key the app's server pushes with
   * @returns {Promise<PushSubscription | undefined>} nothing where the person does not want it
   * @throws {import("../encoding/grove-error.js").GroveError} `key_invalid`; what the relay answers
   */
  noticeAddress = async (collaboration, serverKey) => {
    new PublicKey(decodeBase64URL(serverKey));
    const standing = await this.#host.look((records) => addressGiven(records, collaboration, serverKey));
    if (standing.isRefused) return undefined;
    const address = standing.given ?? await this.#make(collaboration, serverKey);
    return address && this.#handed(address);
  };

  /**
   * Whether this app's server may tell this account's devices. Once it may not, nothing that comes is shown; what was given
   * out is ended at the relay and forgotten here, at once or when the relay is there again; the other devices are told.
   *
   * @param {string} audience
   * @param {boolean} isWanted
   */
  setServerNotices = async (audience, isWanted) => {
    const now = BigInt(this.#host.now());
    await this.#host.change((records) => chooseNotices(records, audience, isWanted, now));
    this.#host.wake();
    // What fails is ended with a later round.
    await this.endAddresses().catch(() => undefined);
  };

  isSomethingToEnd = () => this.#host.look((records) => endedAddresses(records).length > 0);

  /**
   * Ends at the relay what the person wants no more.
   *
   * @throws what the relay answered to one that it did not end. The others are ended all the same, unless it is away
   */
  endAddresses = async () => {
    const ended = await this.#host.look(endedAddresses);
    /** @type {unknown[]} */
    const failed = [];
    for (const one of ended) {
      await this.#host.endNoticeAddress(one.addressID).then(
        () => this.#host.change((records) => forgetEnded(records, one)), (problem) => {
          // Each would be waited for in vain, and somebody waits for this.
          if (problem instanceof MessengerError && problem.isTemporary) throw problem;
          failed.push(problem);
        });
    }
    if (failed.length > 0) throw failed[0];
  };

  /** @param {string} audience */
  hasServerNotices = (audience) => this.#host.look((records) => noticesAreWanted(records, audience));

  /** Whether the account's other devices do not know all that this one does. */
  isSomethingToTell = () => this.#host.look((records) => {
    const { addresses, choices } = addressesToTell(records, meOf(this.#host));
    return addresses.length + choices.length > 0;
  });

  /** Tells them, in as many messages as it takes. */
  tellOwnDevices = async () => {
    const me = meOf(this.#host);
    for (;;) {
      const messageID = freshID();
      const isTold = await this.#host.change((records) =>
        tellAddresses(records, me, messageID, this.#host.open));
      if (!isTold) return;
      this.#host.wake();
    }
  };

  /** @param {CollaborationKey} collaboration @param {string} serverKey */
  async #make(collaboration, serverKey) {
    const { addressID, endpoint } = await this.#host.makeNoticeAddress(serverKey);
    const { scalar, publicKey } = await KEMKey.generateScalar();
    const sealedKeys = await this.#host.seal(concat(scalar, randomBytes(16)));
    const made = { collaboration, addressID, endpoint, serverKey, publicKey: publicKey.bytes, sealedKeys };
    const { given } = await this.#host.change((records) => keepAddress(records, made));
    // Nobody is ever told of it; where the relay is away just now, it stands there unused.
    if (given?.addressID !== addressID) await this.#host.endNoticeAddress(addressID).catch(() => undefined);
    else this.#host.wake();
    return given;
  }

  /** @param {NoticeAddress} address @returns {Promise<PushSubscription>} */
  async #handed({ endpoint, publicKey, sealedKeys }) {
    const { auth } = new NoticeAddressKeys(await this.#host.open(sealedKeys));
    return { endpoint, p256dh: encodeBase64URL(publicKey), auth: encodeBase64URL(auth) };
  }
}
