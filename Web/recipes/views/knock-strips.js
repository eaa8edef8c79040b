import { h, keep, lookOf } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../server/body-types.js").Document} Document */
/** @typedef {import("../server/body-types.js").Knock & { document: Document }} Asking */

/**
 * Who asks for access to anything of this person's, above their list: they need not open every recipe to see it.
 *
 * @param {Pick<import("../app.js").App, "server">} app
 * @param {() => Promise<void>} answered look again
 */
export function knockStrips({ server }, answered) {
  const element = h("ul", { class: "stack", "aria-label": "Asking for access" });

  /** @param {Asking} asking @param {boolean} accept */
  async function answer({ document: { collaborationID = "" }, knockID, displayName }, accept) {
    try {
      await server.answerKnock(collaborationID, knockID, accept);
      if (accept) say(`${displayName} has access now`);
    } catch (error) {
      say(sentenceOf(error));
    }
    await answered();
  }

  /** @param {Asking} asking */
  const strip = (asking) => h("li", { class: "banner" },
    h("div", { class: "banner-text long" },
      h("p", null, `${asking.displayName} asks for access to “${asking.document.title}”.`),
      h("p", { class: "small quiet" }, asking.note ? `“${asking.note}” ` : "",
        "Anybody can choose any name. Let in whom you expect.")),
    h("button", { type: "button", class: "button slim primary", onclick: () => answer(asking, true),
      "aria-label": `Let in ${asking.displayName}` }, "Let in"),
    h("button", { type: "button", class: "button slim", onclick: () => answer(asking, false),
      "aria-label": `Ignore ${asking.displayName}` }, "Ignore"));

  return {
    element,
    /** @param {Document[]} documents of this person, and of others, who answer for theirs */
    async show(documents) {
      const asked = documents.filter(({ knocks, collaborationID }) => knocks && collaborationID);
      const all = await Promise.all(asked.map(async (document) =>
        (await server.knocks(document.collaborationID ?? "")).knocks.map((knock) => ({ ...knock, document }))));
      keep(element, all.flat(), ({ knockID }) => knockID,
        ({ displayName, note, document }) => lookOf([displayName, note, document.title]), strip);
    },
  };
}
