import { codeOf } from "../server/problem.js";
import { footerOfShared, option } from "./share-options.js";

/**
 * Something in a drive as messengers know it: by its path until it is shared, which no recipe's identifier can be, and by
 * its collaboration's afterwards.
 *
 * @typedef {import("../server/body-types.js").FileTerms} FileTerms
 * @typedef {import("../server/body-types.js").FileShare} FileShare
 * @typedef {{ collaborationID?: string, localIdentifier?: string }} Named
 */

/** @type {FileTerms} */
export const usualTerms = Object.freeze({ who: "invited", access: "readWrite" });

export const whoTitles = Object.freeze({ invited: "Only who was invited", link: "Whoever has the link" });
export const accessTitles = Object.freeze({ readWrite: "Can make changes", readOnly: "Read only" });

/**
 * What the share sheet shows of a file or folder.
 *
 * @param {FileTerms} [now] of what is shared already
 */
export const offeredTerms = (now, { who, access } = now ?? usualTerms) => ({
  summary: `${whoTitles[who]} · ${accessTitles[access]}`,
  groups: [
    { identifier: "who", kind: "picker", title: "Who can come in", footer: "", options: [
      option("invited", whoTitles.invited, who === "invited"), option("link", whoTitles.link, who === "link")] },
    { identifier: "permission", kind: "picker", title: "Permission", footer: now ? footerOfShared : "", options: [
      option("read-write", accessTitles.readWrite, access === "readWrite"),
      option("read-only", accessTitles.readOnly, access === "readOnly")] },
  ],
});

/** @typedef {{ identifier: string, isSelected?: boolean } | null} Choice */

/**
 * @param {unknown} selected what the messenger says the person chose
 * @param {FileTerms} otherwise where they were offered nothing
 * @returns {FileTerms}
 */
export function selectedTerms(selected, otherwise = usualTerms) {
  const { groups } = /** @type {{ groups?: { options?: Choice[] }[] }} */ (Object(selected));
  if (!Array.isArray(groups)) return { who: otherwise.who, access: otherwise.access };
  const chosen = new Set(groups.flatMap((group) => group.options ?? [])
    .filter((one) => one?.isSelected).map((one) => one?.identifier));
  return { who: chosen.has("link") ? "link" : "invited", access: chosen.has("read-only") ? "readOnly" : "readWrite" };
}

/**
 * @param {import("../server/app-server.js").AppServer} server
 * @param {Named} named
 * @returns {Promise<{ path: string, share?: FileShare } | undefined>} what in the person's drive is meant; nothing for a
 *   recipe
 */
export async function fileOf(server, { collaborationID, localIdentifier = collaborationID }) {
  const isPath = localIdentifier?.startsWith("/") ?? false;
  // A recipe has an identifier of its own, so nobody asks about it in vain.
  if (!isPath && localIdentifier !== collaborationID) return undefined;
  const share = collaborationID ? await server.fileShare(collaborationID).catch(nothingThere) : undefined;
  if (share) return { path: share.path, share };
  return isPath ? { path: String(localIdentifier) } : undefined;
}

/** @param {unknown} error */
function nothingThere(error) {
  if (!["not_found", "gone", "forbidden"].includes(codeOf(error))) throw error;
  return undefined;
}
