import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { optionsView } from "./options-view.js";

/** @typedef {import("../../grove/rules/sharing/share-options.js").ShareOptions} ShareOptions */

/**
 * @param {() => ShareOptions | undefined} options
 * @param {(identifier: string, isSelected: boolean) => unknown} choose may take its time
 */
export function optionsDialog(options, choose) {
  const done = h("button", { type: "button", class: "button primary",
    onclick: () => sheet.close() },
    "Done");
  const sheet = openDialog({ title: "Options", body: [], foot: [done] });
  const draw = () => {
    const focused = document.activeElement?.id;
    const now = options();
    sheet.show(...(now ? optionsView(now, async (identifier, isSelected) => {
      await choose(identifier, isSelected);
      draw();
    }) : [h("p", { class: "quiet" }, "There is nothing to choose.")]));
    // What was chosen keeps the focus, though its row is a new one.
    if (focused) document.getElementById(focused)?.focus();
  };
  draw();
  sheet.body.querySelector("input")?.focus();
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/sharing-types.js").Draft} draft
 */
export async function draftOptions(app, draft) {
  const { setOption } = await import("../../grove/rules/sharing/share-options.js");
  let { metadata } = draft;
  optionsDialog(() => metadata?.userSelectedShareOptions, async (identifier, isSelected) => {
    if (!metadata?.userSelectedShareOptions) return;
    const changed = setOption(metadata.userSelectedShareOptions, identifier, isSelected);
    if (!changed.ok) return;
    metadata = { ...metadata, userSelectedShareOptions: changed.value };
    await app.sharing.updateDraft({ ...draft, metadata });
  });
}
