import { h } from "../../ui/dom.js";
import { choiceGroup, radioRows, switchRow } from "../../ui/choices.js";

/** @typedef {import("../server/body-types.js").ShareOptions} ShareOptions */

/**
 * What the others may do in a recipe, as its owner changes it.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {import("../server/body-types.js").Document} document shared; kept up to date
 * @param {(body: () => Promise<unknown>) => Promise<void>} carryOut
 */
export function recipeChoices(server, document, carryOut) {
  /** @type {ShareOptions} */
  const now = { access: "readWrite", allowsComments: true, allowsMentions: true, ...document.options };
  /** @param {Partial<ShareOptions>} change */
  const change = (change) => carryOut(async () => {
    const options = { ...now, ...change };
    await server.changeShareOptions(document.collaborationID ?? "", options);
    document.options = options;
  });
  return h("section", { class: "stack" },
    choiceGroup("Permission", radioRows([
      { id: "readWrite", title: "Can make changes", checked: now.access === "readWrite" },
      { id: "readOnly", title: "Read only", checked: now.access === "readOnly" },
    ], "access", (id) => change({ access: id === "readOnly" ? "readOnly" : "readWrite" }))),
    choiceGroup("Additional settings", [
      switchRow({ id: "comments", title: "Allow comments", checked: now.allowsComments,
        onchange: (is) => change({ allowsComments: is }) }),
      switchRow({ id: "mentions", title: "Allow mentions", checked: now.allowsMentions,
        onchange: (is) => change({ allowsMentions: is }) }),
    ]));
}
