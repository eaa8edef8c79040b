/**
 * What the bytes in a document's log mean to this app (decision 0013). The first byte is a tag that
 * no text begins with; bytes without a tag are a line of text, as programs without a CRDT write it.
 *
 * @typedef {"ingredients" | "steps" | "notes"} Field
 * @typedef {{ root: string, name: string, account?: string }} Mention
 *
 * @typedef {{ type: "live", bytes: Uint8Array }} LiveUpdate a Yjs update
 * @typedef {{ type: "field", field: Field, text: string, base: number }} FieldUpdate a whole field;
 *   `base` is the log's number of the text it was written over, 0 for none
 * @typedef {{ type: "comment", text: string, mentions: Mention[] }} CommentUpdate
 * @typedef {{ type: "line", text: string }} LineUpdate
 * @typedef {{ type: "unknown" }} UnknownUpdate from a newer version of the app, say
 * @typedef {LiveUpdate | FieldUpdate | CommentUpdate | LineUpdate | UnknownUpdate} Update
 */

/** @type {readonly Field[]} */
export const fields = Object.freeze(["ingredients", "steps", "notes"]);

const tags = Object.freeze({ live: 1, comment: 2, field: 3 });
/** Longest line or comment shown, in characters; a log is written by other people's programs. */
const longestText = 20_000;

/**
 * @param {number} tag
 * @param {Uint8Array} rest
 */
function tagged(tag, rest) {
  const bytes = new Uint8Array(1 + rest.length);
  bytes[0] = tag;
  bytes.set(rest, 1);
  return bytes;
}

/** @param {unknown} value */
const json = (value) => new TextEncoder().encode(JSON.stringify(value));

/** @param {Uint8Array} update */
export const writeLive = (update) => tagged(tags.live, update);

/**
 * @param {string} text
 * @param {Mention[]} mentions
 */
export const writeComment = (text, mentions) => tagged(tags.comment, json({ text, mentions }));

/**
 * @param {Field} field
 * @param {string} text
 * @param {number} base
 */
export const writeField = (field, text, base) => tagged(tags.field, json({ field, text, base }));

/**
 * Never throws: what cannot be read is `unknown`.
 *
 * @param {"edit" | "comment"} kind as the log has it
 * @param {Uint8Array} bytes
 * @returns {Update}
 */
export function readUpdate(kind, bytes) {
  try {
    return read(kind, bytes);
  } catch {
    return { type: "unknown" };
  }
}

/**
 * @param {"edit" | "comment"} kind
 * @param {Uint8Array} bytes
 * @returns {Update}
 */
function read(kind, bytes) {
  const rest = bytes.subarray(1);
  // The kind is what the server allowed it as, so a comment can never change the recipe.
  if (kind === "edit" && bytes[0] === tags.live) return { type: "live", bytes: rest };
  if (kind === "edit" && bytes[0] === tags.field) return readField(parse(rest));
  if (kind === "comment" && bytes[0] === tags.comment) return readComment(parse(rest));
  if (bytes.length === 0 || isTag(bytes[0])) return { type: "unknown" };
  const text = decode(bytes).slice(0, longestText);
  return kind === "comment" ? { type: "comment", text, mentions: [] } : { type: "line", text };
}

/** @param {number} byte control characters other than tab and line breaks begin no text */
const isTag = (byte) => byte < 32 && ![9, 10, 13].includes(byte);

/** @param {Uint8Array} bytes */
const decode = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** @param {Uint8Array} bytes @returns {Record<string, unknown>} */
const parse = (bytes) => Object(JSON.parse(decode(bytes)));

/** @param {Record<string, unknown>} value @returns {Update} */
function readField({ field, text, base }) {
  const known = fields.find((name) => name === field);
  if (!known || typeof text !== "string" || !Number.isSafeInteger(base)) return { type: "unknown" };
  return { type: "field", field: known, text, base: Number(base) };
}

/** @param {Record<string, unknown>} value @returns {Update} */
function readComment({ text, mentions }) {
  if (typeof text !== "string") return { type: "unknown" };
  const named = (Array.isArray(mentions) ? mentions : []).filter(
    (mention) => typeof mention?.root === "string" && typeof mention?.name === "string",
  );
  return {
    type: "comment", text: text.slice(0, longestText),
    mentions: named.slice(0, 32).map(({ root, name, account }) =>
      ({ root, name, ...(typeof account === "string" && { account }) })),
  };
}
