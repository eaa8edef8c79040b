import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { errorSentence, sizeText } from "../sentences.js";

/** Pictures are fetched by themselves up to this size. */
const pictureLimit = 6_000_000;
// SVG is not among them: as an image it is harmless, saved and opened it is a page.
const pictures = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

/**
 * A file that was sent as a copy.
 *
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/messenger-types.js").ThreadItem} item
 * @param {import("../../grove/rules/model/messenger-types.js").ThreadAttachment} file
 */
export function fileCard(app, item, file) {
  const card = h("div", { class: "card link-card" },
    h("span", { class: "emblem" }, icon("document")),
    h("div", null, h("p", { class: "card-title" }, file.name),
      h("p", { class: "small quiet" }, sizeText(file.size))), saveButton(app, item, file));
  if (!pictures.includes(file.mediaType) || file.size > pictureLimit) return card;
  const picture = h("img", { class: "picture", alt: "", loading: "lazy" });
  const loading = app.messenger.attachment(item).then((blob) => {
    picture.src = URL.createObjectURL(new Blob([blob], { type: file.mediaType }));
  }, () => place.replaceWith(card));
  const place = h("button", { type: "button", class: "picture-place", "aria-label": `Open ${file.name}`,
    onclick: async () => {
      // It may still be on its way.
      await loading;
      if (picture.src) openDialog({ title: file.name, name: "large-picture",
        body: [h("img", { src: picture.src, alt: file.name })], foot: [saveButton(app, item, file)] });
    } }, picture);
  return place;
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/messenger-types.js").ThreadItem} item
 * @param {import("../../grove/rules/model/messenger-types.js").ThreadAttachment} file
 */
function saveButton(app, item, file) {
  const save = h("button", { type: "button", class: "button", onclick: async () => {
    save.setAttribute("aria-busy", "true");
    try {
      saveAs(await app.messenger.attachment(item), file.name);
    } catch (error) {
      say(errorSentence(error));
    }
    save.removeAttribute("aria-busy");
  } }, "Save");
  return save;
}

/** @param {Blob} blob @param {string} name */
export function saveAs(blob, name) {
  // Never as a type that a browser would run in this origin.
  const address = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
