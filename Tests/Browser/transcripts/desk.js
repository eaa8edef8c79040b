import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { looked, StagedRecords } from "../../../Web/grove/store/staged-records.js";
import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { concat, utf8 } from "../../../Web/grove/encoding/bytes.js";

/** A device's records, and what a rule does with them. */
export class Desk {
  store = new MemoryRecordStore();
  /** What the last decision put, in order, with what stood there before. */
  log = [];

  put(name, value) {
    void this.store.put(new Map([[name, value]]));
  }

  look(rule) {
    return looked(this.store, rule);
  }

  async change(rule) {
    const records = new StagedRecords(this.store);
    const answer = await records.decide((staged) => {
      this.log = [];
      return rule(this.#logged(staged));
    });
    for (const one of this.log) one.before ??= await this.store.get(one.name);
    await this.store.put(records.changes);
    return answer;
  }

  /** The same records; what is put is noted. */
  #logged(staged) {
    const put = (name, value) => {
      const earlier = this.log.findLast((one) => one.name === name);
      this.log.push({ name, value, before: earlier?.value });
      staged.put(name, value);
    };
    return {
      put, get: (name) => staged.get(name), list: (beginning) => staged.list(beginning),
      chain: (account) => staged.chain(account), ask: (work) => staged.ask(work),
    };
  }
}

const vec16 = (bytes) => concat(new Uint8Array([bytes.length >> 8, bytes.length & 0xff]), bytes);
const bytesOf = (identifier = "") => decodeBase64URL(identifier);

/**
 * How transcripts write the key of a record of the sharing side. A collaboration stands in a name as
 * its audience and its identifier in JSON, each on a line.
 *
 * @param {string} name `sharing/KIND/…`
 */
export function sharingKey(name) {
  const [first, second, rest] = name.split("\n");
  if (second === undefined) return encodeBase64URL(bytesOf(name.split("/").slice(2).at(-1)));
  const [, kind, ...place] = first.split("/");
  const conversation = kind === "shared" ? place.shift() : "";
  return encodeBase64URL(concat(bytesOf(conversation), vec16(utf8(place.join("/"))),
    vec16(utf8(JSON.parse(second))), bytesOf(rest)));
}
