import { limitedText, limitExceeded, malformed, Members } from "../encoding/encoding.js";
import { parseCollaborationID } from "../encoding/labels.js";
import { limits } from "../message/content/limits.js";
import { readNotice } from "../message/content/notice.js";
import { readMetadata } from "../rules/sharing/collaboration-metadata.js";

const maximumFile = 25 * 1024 * 1024;
const maximumImage = 1024 * 1024;

/**
 * What an app's page wants to share, as it came in a message: read member by member, nothing else
 * of it is kept.
 *
 * @param {unknown} value
 * @returns {{ content: import("../rules/model/sharing-types.js").SharedContent, appName?: string }}
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

/**
 * A notice an app's page wants told. It has the form of one in a message (protocol 12.4) but for
 * audience and counter, which are not the page's to say.
 *
 * @param {Record<string, unknown>} members
 * @returns {{ collaborationID: string, post: import("../rules/model/sharing-types.js").NoticePost }}
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
 */
export function readNoticePost(members) {
  const collaborationID = parseCollaborationID(members.collaborationID);
  const { kind, noticeID, at, root, title, attestation } = readNotice(new Members({
    ...members, collaborationID, audience: "https://nowhere.example", counter: "0",
    clear: undefined,
  }));
  if (!kind) throw malformed("notice event");
  return { collaborationID, post: { kind, noticeID, at: Number(at), root, title, attestation } };
}
