import { YjsContent } from "../content/yjs-content.js";
import { PlainContent } from "../content/plain-content.js";
import { DocumentSession } from "../session/document-session.js";
import { textStore } from "../session/text-store.js";
import { DocumentPage } from "./document-page.js";
import { loadYjs } from "./yjs-module.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").View} View */
/** @typedef {import("../server/body-types.js").Document} Document */

/**
 * One recipe, open.
 *
 * @param {App} app
 * @param {Document} document
 * @param {boolean} [isByItself] opened again by this page, and not by the person
 * @returns {Promise<View>}
 */
export async function documentView(app, document, isByItself) {
  const yjs = await loadYjs(app.config.yjs);
  const makeContent = (/** @type {"live" | "plain" | "any"} */ kind) => {
    if (kind === "plain" || (kind === "any" && !yjs)) return new PlainContent();
    return yjs && new YjsContent(yjs);
  };
  const session = new DocumentSession(
    { server: app.server, document, me: app.me, store: textStore, makeContent });
  const page = new DocumentPage(app, session, isByItself);
  await session.open();
  return page.view;
}
