import { tellOtherPages } from "../server/other-pages.js";
import { fill, h, newID } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { Problem, codeOf } from "../../recipes/server/problem.js";
import { counted } from "../../recipes/views/sentences.js";
import { sizeText } from "../model/entries.js";
import { freeName, inside, nameProblem } from "../model/paths.js";
import { sentenceOf } from "../views/sentences.js";
import { send } from "./send.js";
import { giveUp } from "./send-in-parts.js";

/** Files of one drop. */
export const mostAtOnce = 500;

/**
 * @typedef {object} Upload
 * @property {File} file
 * @property {string} folder
 * @property {string} name under which it is to lie there
 * @property {string} [tag] what it replaces
 * @property {import("./send-in-parts.js").Begun} begun what the server has of it already
 * @property {AbortController} stop
 * @property {HTMLElement} element
 * @property {HTMLProgressElement} bar
 * @property {HTMLElement} words
 * @property {HTMLElement} buttons
 */

/**
 * What is on its way into the drive, one after the other; it goes on while the person looks at other folders. Tells
 * `uploaded` with the folder, and `ended` when the session is over.
 */
export class UploadList extends EventTarget {
  #files;
  /** @type {Upload[]} */
  #waiting = [];
  /** @type {Upload | undefined} */
  #current;
  #done = 0;
  #title = h("h2", { id: newID() });
  #rows = h("ul", { class: "upload-rows" });

  /** @param {import("../server/web-dav.js").WebDAV} files */
  constructor(files) {
    super();
    this.#files = files;
    this.element = h("section", { class: "uploads card", "aria-labelledby": this.#title.id, hidden: true },
      this.#title, this.#rows);
  }

  /** Whether leaving the page would break something off. */
  get isBusy() {
    return this.#current !== undefined || this.#waiting.length > 0;
  }

  /** @param {readonly File[]} files @param {string} folder */
  add(files, folder) {
    if (files.length > mostAtOnce) return say(sentenceOf(new Problem("too_many")));
    for (const file of files) {
      const upload = this.#row(file, folder);
      this.#rows.append(upload.element);
      const problem = nameProblem(upload.name);
      if (problem) this.#failed(upload, problem, []);
      else this.#waiting.push(upload);
    }
    this.#draw();
    void this.#next();
  }

  /** @param {string} name of a folder that was dropped */
  refuseFolder(name) {
    say(`“${name}”: ${sentenceOf(new Problem("is_folder"))}`);
  }

  /** Nothing goes on under another account. */
  clear() {
    this.#current?.stop.abort();
    this.#waiting = [];
    fill(this.#rows);
    this.#draw();
  }

  /** @param {File} file @param {string} folder @returns {Upload} */
  #row(file, folder) {
    const label = newID();
    const bar = h("progress", { max: Math.max(file.size, 1), value: 0, "aria-labelledby": label });
    const words = h("p", { class: "small quiet", role: "status" }, "Waiting");
    const buttons = h("div", { class: "buttons" });
    const name = file.name.normalize("NFC");
    const element = h("li", { class: "upload" },
      h("p", { class: "upload-name cut", id: label }, name), bar, words, buttons);
    const upload = { file, folder, name, begun: {}, stop: new AbortController(), element, bar, words, buttons };
    fill(buttons, this.#button(upload, "Cancel", () => this.#cancel(upload)));
    return upload;
  }

  /** @param {Upload} upload @param {string} words @param {() => void} run @param {string} [kind] */
  #button = (upload, words, run, kind = "") => h("button", {
    type: "button", class: `button slim ${kind}`, "aria-label": `${words}: ${upload.name}`, onclick: run }, words);

  async #next() {
    if (this.#current) return;
    const upload = this.#waiting.shift();
    if (!upload) return this.#over();
    this.#current = upload;
    this.#draw();
    try {
      await this.#send(upload);
      this.#done += 1;
      upload.element.remove();
      this.dispatchEvent(new CustomEvent("uploaded", { detail: upload.folder }));
      tellOtherPages();
    } catch (error) {
      await this.#refused(upload, error);
    }
    this.#current = undefined;
    void this.#next();
  }

  /** @param {Upload} upload */
  #send({ file, folder, name, tag, begun, stop, bar, words }) {
    words.textContent = "Uploading…";
    return send(inside(folder, name), file, {
      tag, begun, signal: stop.signal,
      broken: () => {
        words.textContent = "The connection broke. It goes on by itself.";
      },
      progress: (sent) => {
        bar.value = sent;
        words.textContent = sent >= file.size ? "Being written down…" : `${sizeText(sent)} of ${sizeText(file.size)}`;
      },
    });
  }

  /** @param {Upload} upload @param {unknown} error */
  async #refused(upload, error) {
    const code = codeOf(error);
    if (code === "aborted") return void upload.element.remove();
    if (code === "unauthenticated") this.dispatchEvent(new Event("ended"));
    if (code === "is_there") return this.#ask(upload);
    this.#failed(upload, sentenceOf(error), [this.#button(upload, "Try again", () => this.#again(upload))]);
  }

  /**
   * Something has its name, or has changed since the person chose to replace it.
   *
   * @param {Upload} upload
   */
  async #ask(upload) {
    try {
      const { entries } = await this.#files.list(upload.folder);
      const there = entries.find(({ name }) => name === upload.name);
      const buttons = [this.#button(upload, "Keep both", () => {
        giveUp(upload.begun);
        upload.name = freeName(upload.name, entries.map(({ name }) => name));
        upload.tag = undefined;
        this.#again(upload);
      })];
      if (there?.tag) {
        buttons.push(this.#button(upload, "Replace", () => {
          giveUp(upload.begun);
          upload.tag = there.tag;
          this.#again(upload);
        }));
      }
      const words = there && !there.isFolder
        ? "A file here has that name already. Where you replace it, what it held is kept as a version."
        : "Something here has that name already.";
      this.#failed(upload, words, buttons);
    } catch (error) {
      this.#failed(upload, sentenceOf(error), [this.#button(upload, "Try again", () => this.#again(upload))]);
    }
  }

  /** @param {Upload} upload @param {string} sentence @param {HTMLElement[]} buttons what can be done about it */
  #failed(upload, sentence, buttons) {
    upload.bar.hidden = true;
    upload.words.textContent = sentence;
    upload.words.className = "small error";
    fill(upload.buttons, buttons, this.#button(upload, "Leave it", () => this.#cancel(upload)));
  }

  /** @param {Upload} upload */
  #again(upload) {
    const fresh = this.#row(new File([upload.file], upload.name, { type: upload.file.type }), upload.folder);
    fresh.tag = upload.tag;
    fresh.begun = upload.begun;
    upload.element.replaceWith(fresh.element);
    this.#waiting.push(fresh);
    this.#draw();
    void this.#next();
  }

  /** @param {Upload} upload */
  #cancel(upload) {
    this.#waiting = this.#waiting.filter((one) => one !== upload);
    upload.stop.abort();
    giveUp(upload.begun);
    upload.element.remove();
    this.#draw();
  }

  #over() {
    if (this.#done > 0) say(`${counted(this.#done, "file")} uploaded`);
    this.#done = 0;
    this.#draw();
  }

  #draw() {
    const left = this.#waiting.length + (this.#current ? 1 : 0);
    this.#title.textContent = left > 0 ? `Uploading, ${counted(left, "file")} to go` : "Not uploaded";
    this.element.hidden = this.#rows.childElementCount === 0;
  }
}

/**
 * Files and names of folders that are dropped: what a browser says of them only while it tells of the drop.
 *
 * @param {DataTransfer} data
 * @returns {{ files: File[], folders: string[] }}
 */
export function droppedIn(data) {
  /** @type {File[]} */
  const files = [];
  /** @type {string[]} */
  const folders = [];
  for (const item of data.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    if (entry?.isDirectory) folders.push(entry.name);
    else if (file) files.push(file);
  }
  return { files, folders };
}
