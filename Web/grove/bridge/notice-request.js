import { malformed, Members } from "../encoding/encoding.js";
import { parseCollaborationID } from "../encoding/labels.js";
import { readNotice } from "../message/content/notice.js";

/**
 * A notice an app's page wants told. It has the form of one in a message (protocol 12.4) but for
 * audience and counter, which are not the page's to say.
 *
 * @param {Record<string, unknown>} members
 * @returns {{ collaborationID: string, post: import("../sharing/sharing.js").NoticePost }}
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
 */
export function readNoticePost(members) {
  const collaborationID = parseCollaborationID(members.collaborationID);
  const { kind, noticeID, at, root, attestation } = readNotice(new Members({
    ...members, collaborationID, audience: "https://nowhere.example", counter: "0",
    clear: undefined,
  }));
  if (!kind) throw malformed("notice event");
  return { collaborationID, post: { kind, noticeID, at: Number(at), root, attestation } };
}
