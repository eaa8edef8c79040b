import { filesAddress } from "../recipes/app.js";
import { pathOf, splitPath } from "./model/paths.js";

/**
 * What every view of the page works with.
 *
 * @typedef {object} App
 * @property {import("./server/web-dav.js").WebDAV} files
 * @property {import("./server/drive-server.js").DriveServer} server bin, versions, app passwords
 * @property {import("../recipes/server/app-server.js").AppServer} account the app's server: who is here, what is shared
 * @property {import("./sharing/shares.js").Shares} shares
 * @property {import("./uploads/upload-list.js").UploadList} uploads
 * @property {import("../recipes/app.js").Config} config
 * @property {import("../recipes/server/body-types.js").Me} me the app account that is signed in
 * @property {(address: string, options?: { replace?: boolean }) => void} go
 * @property {() => void} signedOut the session is over
 *
 * @typedef {object} View what stands in the page's middle
 * @property {string} title
 * @property {HTMLElement} element
 * @property {HTMLElement[]} [tools] for the top of the page
 * @property {() => void} [close]
 * @property {() => void} [opened] it stands in the page now
 */

/** @typedef {{ kind: "folder", path: string } | { kind: "bin" } | { kind: "programs" }} Place */

/** @param {string} path of a folder, as people read it; or of a file @returns {string} its address on this page */
export const addressOf = (path) => filesAddress(pathOf(splitPath(path)));

/** @param {{ hash: string }} location @returns {Place} */
export function placeOf({ hash }) {
  if (hash === "#bin") return { kind: "bin" };
  if (hash === "#programs") return { kind: "programs" };
  try {
    return { kind: "folder", path: pathOf(splitPath(/^#(\/.*)$/.exec(hash)?.[1] ?? "").map(decodeURIComponent)) };
  } catch {
    return { kind: "folder", path: "" };
  }
}
