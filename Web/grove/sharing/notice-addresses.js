import { PublicKey } from "../crypto/public-key.js";
import { decodeBase64URL, encodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { KEMKey } from "../message/kem-key.js";
import { names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {{ endpoint: string, p256dh: string, auth: string }} PushSubscription a Web Push subscription,
 *   as apps' servers know it
 */

/** Where the servers of apps tell this device what happens (protocol 12.8). */
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
    const { store } = this.#host;
    if (await store.get(names.noticesOff(collaboration.audience))) return undefined;
    const known = await store.get(names.noticeAddress(collaboration));
    const address = known?.serverKey === serverKey ? known : await this.#make(collaboration, serverKey);
    return {
      endpoint: address.endpoint, p256dh: encodeBase64URL(address.publicKey),
      auth: encodeBase64URL(address.secret),
    };
  };

  /**
   * Whether this app's server may tell this device. Once it may not, what was given out is ended at the
   * relay and forgotten here.
   *
   * @param {string} audience
   * @param {boolean} isWanted
   * @throws what the relay answers: then what was given out is still good, and it may be asked again
   */
  setServerNotices = async (audience, isWanted) => {
    await this.#host.change((records) =>
      records.put(names.noticesOff(audience), isWanted ? undefined : true));
    if (isWanted) return;
    const given = await this.#host.look((records) => all(records, names.noticeAddress())
      .filter(({ collaboration }) => collaboration.audience === audience));
    for (const one of given) await this.#end(one);
  };

  /** @param {import("../rules/arrivals/push-inbox.js").NoticeAddress} address */
  async #end({ collaboration, addressID }) {
    await this.#host.endNoticeAddress(addressID);
    await this.#host.change((records) => {
      records.put(names.noticeKey(addressID), undefined);
      if (records.get(names.noticeAddress(collaboration))?.addressID !== addressID) return;
      records.put(names.noticeAddress(collaboration), undefined);
    });
  }

  /** @param {string} audience */
  hasServerNotices = async (audience) => !(await this.#host.store.get(names.noticesOff(audience)));

  /** @param {CollaborationKey} collaboration @param {string} serverKey */
  async #make(collaboration, serverKey) {
    const { addressID, endpoint } = await this.#host.makeNoticeAddress(serverKey);
    const key = await KEMKey.generate();
    const address = {
      collaboration, addressID, endpoint, serverKey, publicKey: key.publicKey.bytes,
      secret: randomBytes(16),
    };
    const kept = await this.#host.change((records) => {
      const known = records.get(names.noticeAddress(collaboration));
      // Two windows asked at once: both hand out the one that is kept.
      if (known?.serverKey === serverKey) return known;
      // The server's key is another one: nothing can come to the address before any more.
      if (known) records.put(names.noticeKey(known.addressID), undefined);
      records.put(names.noticeKey(addressID), key.cryptoKey);
      records.put(names.noticeAddress(collaboration), address);
      return address;
    });
    // Nobody is ever told of it; where the relay is away just now, it stands there unused.
    if (kept.addressID !== addressID) await this.#host.endNoticeAddress(addressID).catch(() => undefined);
    return kept;
  }
}
