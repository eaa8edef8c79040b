import { freshID } from "../device/local-device.js";
import { putAwayDue, tellPutAway } from "../rules/attention/put-away.js";
import { readingDue, tellReading } from "../rules/attention/reading-told.js";
import { meOf } from "./sharing-host.js";

/** What was read and put away on this device, told to the account's others (protocol 12.9). */
export class OwnReading {
  #host;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** Tells them what they do not know: now, or with the next round, once what is read just now is gathered. */
  tellOwnDevices = async () => {
    await this.#tellPutAway();
    const host = this.#host;
    const { readings, settings } = await host.look((records) => readingDue(records, meOf(host)));
    if (readings.length + settings.length === 0) return;
    const me = meOf(host);
    const messageID = freshID();
    const { isTold, wait } = await host.change((records) => tellReading(records, me, messageID));
    // There may be more than one message takes.
    if (isTold) host.wake();
    if (wait === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(host.wake, wait);
    // A program may end all the same.
    /** @type {{ unref?: () => void }} */ (this.#timer).unref?.();
  };

  /** In as many messages as it takes. */
  async #tellPutAway() {
    const host = this.#host;
    if (await host.look((records) => putAwayDue(records).length === 0)) return;
    while (await host.change((records) => tellPutAway(records, meOf(host), freshID()))) host.wake();
  }
}
