import { validityOfNewKey } from "../../../Web/grove/message/kem-key-signing.js";
import { keyToMake, markPublished, rotated } from "../../../Web/grove/rules/devices/kem-key-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { Desk } from "./desk.js";

/** When a device makes, publishes and forgets KEM keys. */
export class KEMKeys extends Desk {
  constructor({ keys = [], lastKeyID }) {
    super();
    for (const { notBefore, notAfter, ...key } of keys) {
      this.put(names.kem(key.keyID), { ...key, isPublished: key.isPublished ?? false,
        notBefore: BigInt(notBefore), notAfter: BigInt(notAfter) });
    }
    if (lastKeyID > 0) this.put(names.counter("kemKey"), lastKeyID);
  }

  async handle({ is, keyID, now, drainedAt }) {
    const directives = [];
    if (is === "published") await this.change((records) => markPublished(records, keyID));
    if (is === "round") {
      this.put(names.drainedAt(), drainedAt === undefined ? undefined : BigInt(drainedAt));
      const before = await this.#keys();
      const number = await this.look((records) => keyToMake(records, BigInt(now)));
      const validity = validityOfNewKey(BigInt(now));
      const made = number === undefined ? undefined
        : { stored: { keyID: number, ...validity, isPublished: false }, secret: true };
      const waiting = await this.change((records) => rotated(records, BigInt(now), made));
      const after = await this.#keys();
      const gone = before.filter((one) => !after.some((other) => other.keyID === one.keyID));
      directives.push(...gone.map((one) => ({ to: "delete", keyID: one.keyID })));
      if (made) {
        directives.push({ to: "make", keyID: number, notBefore: Number(validity.notBefore),
          notAfter: Number(validity.notAfter) });
      }
      directives.push(...waiting.map((one) => ({ to: "publish", keyID: one.keyID })));
    }
    const keys = (await this.#keys()).map(({ keyID: id, notBefore, notAfter, isPublished }) =>
      ({ keyID: id, notBefore: Number(notBefore), notAfter: Number(notAfter), isPublished }));
    return { directives, answer: { keys, lastKeyID: await this.look((records) =>
      records.get(names.counter("kemKey")) ?? 0) } };
  }

  async #keys() {
    const known = [...(await this.store.list(names.kem())).values()];
    return known.sort((one, other) => one.keyID - other.keyID);
  }
}
