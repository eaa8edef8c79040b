import { PublicKey } from "../crypto/public-key.js";
import { decodeBase64URL, encodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { KEMKey } from "../message/kem-key.js";
import { names } from "../rules/model/record-names.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {{ endpoint: string, p256dh: string, auth: string }} HandedAddress a Web Push subscription,
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
   * @returns {Promise<HandedAddress | undefined>} nothing where the person does not want it
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
   * Whether this app's server may tell this person's devices. What was given out is not used any
   * more once it is off.
   *
   * @param {string} audience
   * @param {boolean} isWanted
   */
  setServerNotices = async (audience, isWanted) => {
    await this.#host.change((records) =>
      records.put(names.noticesOff(audience), isWanted ? undefined : true));
  };

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
    await this.#host.change((records) => {
      records.put(names.noticeKey(addressID), key.cryptoKey);
      records.put(names.noticeAddress(collaboration), address);
    });
    return address;
  }
}
