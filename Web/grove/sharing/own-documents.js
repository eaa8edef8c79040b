import { freshID } from "../device/local-device.js";
import { awaitedDocuments, documentsToTell, tellDocuments } from "../rules/invitations/own-documents.js";
import { meOf } from "./sharing-host.js";

/** What the devices of one account tell each other of what was shared with it (protocol 12.2). */
export class OwnDocuments {
  #host;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** Whether a device that was added later does not know of something. */
  isSomethingToTell = () => this.#host.look((records) =>
    documentsToTell(records, meOf(this.#host)).documents.length > 0);

  /** Tells, in as many messages as it takes. */
  tell = async () => {
    const me = meOf(this.#host);
    while (await this.#host.change((records) => tellDocuments(records, me, freshID()))) this.#host.wake();
  };

  /** What this device waits to be let into. */
  awaited = () => this.#host.look((records) => awaitedDocuments(records));
}
