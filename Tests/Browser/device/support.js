import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { looked, StagedRecords } from "../../../Web/grove/store/staged-records.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";

/** A store, and one change of it. */
export function desk() {
  const store = new MemoryRecordStore();
  return {
    store,
    /** @param {(records: StagedRecords) => unknown} decide */
    async change(decide) {
      const records = new StagedRecords(store);
      const answer = await records.decide(decide);
      await store.put(records.changes);
      return answer;
    },
    /** @param {(records: import("../../../Web/grove/rules/model/records.js").Reader) => unknown} rule */
    look: (rule) => looked(store, rule),
    items: async () => [...(await store.list("item/")).values()],
    names: async (prefix) => [...(await store.list(prefix)).keys()],
  };
}

/** A relay's account record for a person of `support/people.js`. */
export const answerOf = ({ chain, name }, from = 0) => ({
  accountID: chain.accountID, handle: name, name, statements: chain.records.slice(from), kemKeys: [],
});

/** An answer as the relay gives it. */
export const json = (value, status = 200) =>
  new Response(utf8(JSON.stringify(value)), { status, headers: { "Content-Type": "application/json" } });

/** A refusal as the relay gives it. */
export const problem = (code, status) =>
  json({ type: "about:blank", title: code, status, code }, status);

/**
 * A relay that answers as it is told.
 *
 * @param {(asked: string, body: any, headers: Record<string, string>, search: string) => unknown} answer `asked`
 *   is "METHOD path", `search` begins with a question mark; an error thrown is a relay that is away
 */
export const relay = (answer) => async (url, { method, body, headers = {} }) => {
  const { pathname, search } = new URL(url);
  const text = body ? new TextDecoder().decode(body) : "null";
  const asked = `${method} ${pathname.replace("/relay/v1/", "")}`;
  const given = await answer(asked, JSON.parse(text), headers, search);
  return given instanceof Response ? given : json(given);
};
