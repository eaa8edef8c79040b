import { limitedText, limitExceeded, malformed, Members } from "../encoding/encoding.js";
import { limits } from "../message/content/limits.js";
import { readMetadata } from "../sharing/collaboration-metadata.js";

const maximumFile = 25 * 1024 * 1024;
const maximumImage = 1024 * 1024;

/**
 * What an app's page wants to share, as it came in a message: read member by member, nothing else
 * of it is kept.
 *
 * @param {unknown} value
 * @returns {{ content: import("../sharing/sharing.js").SharedContent, appName?: string }}
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`, `limit_exceeded`
 */
export function readSharedContent(value) {
  const members = new Members(value);
  const metadata = members.optional("metadata", readMetadata);
  const file = members.optional("file", readFile);
  if (!metadata && !file) throw malformed("nothing to share");
  const name = (/** @type {unknown} */ text) => limitedText(text, limits.name, "appName");
  return {
    content: { metadata, file, image: members.optional("image", readImage) },
    appName: members.optional("appName", name) || undefined,
  };
}

/** @param {unknown} value a File, as the browser copied it */
function readFile(value) {
  if (!(value instanceof File)) throw malformed("file");
  if (value.size > maximumFile) throw limitExceeded("a file is at most 25 MiB");
  const name = limitedText(value.name, limits.name, "name");
  return { name, mediaType: value.type || "application/octet-stream", data: value };
}

/** @param {unknown} value */
function readImage(value) {
  const isImage = value instanceof Blob && value.size <= maximumImage &&
    /^image\/(png|jpeg|webp|gif)$/.test(value.type);
  if (!isImage) throw malformed("image");
  return /** @type {Blob} */ (value);
}
