import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { looked, StagedRecords } from "../../../Web/grove/store/staged-records.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { concat, utf8 } from "../../../Web/grove/encoding/bytes.js";

/** A device's records, and what a rule does with them. */
export class Desk {
  store = new MemoryRecordStore();

  put(name, value) {
    void this.store.put(new Map([[name, value]]));
  }

  look(rule) {
    return looked(this.store, rule);
  }

  async change(rule) {
    const records = new StagedRecords(this.store);
    const answer = await records.decide(rule);
    await this.store.put(records.changes);
    this.changes = [...records.changes];
    return answer;
  }
}

const vec16 = (bytes) => concat(new Uint8Array([bytes.length >> 8, bytes.length & 0xff]), bytes);

/** How transcripts write the key of what is kept by collaboration, and then by something else. */
export const placed = ({ audience, collaborationID }, rest = new Uint8Array(), before = new Uint8Array()) =>
  encodeBase64URL(concat(before, vec16(utf8(audience)), vec16(utf8(collaborationID)), rest));
