import { fill, h } from "../../ui/dom.js";
import { openDialog } from "../../ui/dialog.js";
import { sizeText } from "../model/entries.js";
import { longestText, previewOf } from "../model/previews.js";
import { sentenceOf } from "./sentences.js";

/**
 * What is looked at: a file, or what it held before.
 *
 * @typedef {object} Look
 * @property {string} title
 * @property {string} name says of what kind it is
 * @property {number} size
 * @property {string} address from which it is downloaded
 * @property {(most: number | undefined, signal: AbortSignal) => Promise<Response>} read so many bytes, or all
 * @property {HTMLElement[]} [buttons] for the dialog's foot
 */

/**
 * Shows a file without ever making it a document of this origin: text as text, an image as an image, in which no script
 * runs, a PDF as bytes of that very type, which the browser's own viewer takes.
 *
 * @param {Look} look
 */
export function openPreview(look) {
  const stop = new AbortController();
  const body = h("div", { class: "preview-body", "aria-busy": "true" }, h("p", { role: "status" }, "Loading…"));
  const dialog = openDialog({
    title: look.title, name: "preview", body: [body],
    foot: [...look.buttons ?? [],
      h("a", { class: "button primary", href: look.address, download: look.name }, "Download")],
    closed: () => stop.abort(),
  });
  void shown(look, stop.signal).then((element) => {
    body.removeAttribute("aria-busy");
    fill(body, element);
  });
  return dialog;
}

/** @param {Look} look @param {AbortSignal} signal @returns {Promise<HTMLElement>} */
async function shown(look, signal) {
  const preview = previewOf(look.name, look.size);
  try {
    if (preview.is === "none") return h("p", null, preview.why);
    if (look.size === 0) return h("p", null, "It is empty.");
    if (preview.is === "text") return text(await look.read(longestText, signal), look);
    const bytes = await (await look.read(undefined, signal)).arrayBuffer();
    const blob = new Blob([bytes], { type: preview.type });
    return preview.is === "pdf" ? pdf(blob, look, signal) : await image(blob, look, signal);
  } catch (error) {
    return h("p", { class: "error", role: "alert" }, sentenceOf(error));
  }
}

/** @param {Response} response @param {Look} look */
async function text(response, { name, size }) {
  const words = await response.text();
  return h("div", { class: "stack" },
    size > longestText && h("p", { class: "small quiet" }, `These are the first ${sizeText(longestText)} of ${sizeText(size)}.`),
    h("pre", { class: "preview-text", tabindex: "0", role: "region", "aria-label": name }, words));
}

/** @param {Blob} blob @param {AbortSignal} signal @returns {string} good until the dialog closes */
function addressFor(blob, signal) {
  const address = URL.createObjectURL(blob);
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}

/** @param {Blob} blob @param {Look} look @param {AbortSignal} signal */
async function image(blob, { name }, signal) {
  // A drawing that somebody opens by itself has no origin then: a blob would have this one's.
  const src = blob.type === "image/svg+xml" ? await asData(blob) : addressFor(blob, signal);
  const picture = h("img", { class: "preview-image", src, alt: name });
  return new Promise((resolve) => {
    picture.addEventListener("load", () => resolve(picture));
    picture.addEventListener("error", () => resolve(h("p", null, "This browser cannot show it. Download it to look at it.")));
  });
}

/** @param {Blob} blob @returns {Promise<string>} */
const asData = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(String(reader.result)));
  reader.addEventListener("error", () => reject(reader.error));
  reader.readAsDataURL(blob);
});

/** @param {Blob} blob @param {Look} look @param {AbortSignal} signal @returns {HTMLElement} */
function pdf(blob, { name }, signal) {
  if (/** @type {{ pdfViewerEnabled?: boolean }} */ (navigator).pdfViewerEnabled === false) {
    return h("p", null, "This browser has nothing that shows a PDF. Download it to look at it.");
  }
  return h("iframe", { class: "preview-pdf", title: name, src: addressFor(blob, signal) });
}
