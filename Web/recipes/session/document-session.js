import { DetailEvent } from "../content/detail-event.js";
import { fromBase64URL } from "../log/base64url.js";
import { stretches, writeSnapshot } from "../log/snapshot-format.js";
import { fields, readUpdate, writeComment } from "../log/update-format.js";
import { rememberSnapshot } from "../server/prefetch.js";
import { firstLines } from "../sharing/first-lines.js";
import { CommentsAndLines } from "./comments-and-lines.js";
import { DocumentFollower } from "./document-follower.js";
import { entryOf, updateOf } from "./log-events.js";
import { readDocument } from "./log-reader.js";
import { Outbox } from "./outbox.js";
import { UpdateSender } from "./update-sender.js";

/** @typedef {import("../content/yjs-content.js").YjsContent} YjsContent */
/** @typedef {import("../content/plain-content.js").PlainContent} PlainContent */
/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../log/update-format.js").Mention} Mention */
/** @typedef {import("../server/body-types.js").Document} Document */
/** @typedef {import("../server/body-types.js").DocumentEvent} DocumentEvent */
/** @typedef {import("../server/body-types.js").EndReason} EndReason */
/** @typedef {import("../views/unsaved-text.js").KeptText} KeptText */
/**
 * What the events of a session carry.
 *
 * @typedef {object} SessionDetails
 * @property {undefined} content
 * @property {undefined} document
 * @property {undefined} commentsAndLines
 * @property {undefined} people
 * @property {undefined} status
 * @property {import("../server/body-types.js").Present[]} presence
 * @property {{ event: DocumentEvent, title: string }} arrived
 * @property {{ problem: import("../server/problem.js").Problem, kept: KeptText[], kind: string }} refused
 * @property {{ reason: EndReason, kept: KeptText[] }} ended
 */
/** @typedef {import("./outbox.js").Waiting} Waiting */

/** How long typing is gathered before it is sent, in milliseconds. */
const gatherFor = 80;
/** Entries of the log after which a new snapshot is worth its bytes. */
const snapshotEvery = 150;

/**
 * One open document: its content kept in step with the log, what is typed here on its way there.
 *
 * Events: `content` (made anew), `document` (title, options or access), `commentsAndLines`, `people` (who
 * takes part may have changed), `presence` (a list), `status`, `arrived` (an entry of somebody
 * else's), `refused` (what the server will not take), `ended`.
 */
export class DocumentSession extends EventTarget {
  #server;
  #outbox;
  #sender;
  #makeContent;
  /** @type {DocumentFollower | undefined} */
  #follower;
  /** @type {Set<string>} */
  #own = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #gathering;
  #snapshotAt = 0;
  #position = 0;
  #isLeaving = false;
  /** @type {DocumentEvent[] | undefined} what arrives while the document is read again */
  #meanwhile;
  /** Not everybody at the same moment. */
  #patience = snapshotEvery * (1 + Math.random());
  commentsAndLines = new CommentsAndLines();
  /** @type {YjsContent | PlainContent | undefined} nothing where it cannot be read here */
  content;
  /** @type {EndReason | undefined} */
  ended;
  isConnected = false;
  /** Fields this person has changed since the page was opened. @type {Set<Field>} */
  touched = new Set();

  /**
   * @param {object} parts
   * @param {import("../server/app-server.js").AppServer} parts.server
   * @param {Document} parts.document
   * @param {{ account: string, displayName: string }} parts.me
   * @param {import("./outbox.js").TextStore} parts.store
   * @param {(kind: "live" | "plain" | "any") => YjsContent | PlainContent | undefined
   *   } parts.makeContent
   */
  constructor({ server, document, me, store, makeContent }) {
    super();
    this.document = document;
    this.me = me;
    this.#server = server;
    this.#makeContent = makeContent;
    const id = document.documentID;
    this.#outbox = new Outbox(store, `recipes.waiting.${me.account}.${id}`);
    for (const { updateID } of this.#outbox.waiting) this.#own.add(updateID);
    // Small enough, a request outlives its page.
    this.#sender = new UpdateSender(this.#outbox, (waiting) => server.append(
      id, { ...waiting, ...this.#beginning(waiting) }, { keepalive: this.#isLeaving && waiting.data.length < 30_000 }),
      (waiting, problem) => this.#reported(waiting, problem), () => this.#tell("status"));
  }

  get canEdit() {
    return this.document.access !== "readOnly" && Boolean(this.content) && !this.ended;
  }

  get canComment() {
    return this.document.options?.allowsComments !== false && !this.ended;
  }

  /** @returns {"saved" | "saving" | "waiting"} what became of what was typed here */
  get saving() {
    if (this.#outbox.waiting.length === 0 && !this.#gathering) return "saved";
    return this.#sender.isAway || !this.isConnected ? "waiting" : "saving";
  }

  /**
   * What the cards show of it from then on (protocol 12.8); nothing where it cannot be read here.
   *
   * @param {Waiting} waiting an edit: whatever else is on its way is in it already
   */
  #beginning({ kind }) {
    const content = this.content;
    if (kind !== "edit" || !content) return undefined;
    const lines = this.commentsAndLines.of("line").map(({ text }) => text);
    return { firstLines: firstLines([...fields.map((field) => content.text(field)), ...lines]) };
  }

  /** Reads the document, then follows it until `close` or its end. @throws {Problem} */
  async open() {
    await this.#load();
    const id = this.document.documentID;
    this.#follower = new DocumentFollower(
      (after, signal, opened) => this.#server.stream(id, after, signal, opened), this.#position, {
        event: (event) => this.#arrived(event),
        presence: (present) => this.#tell("presence", present),
        connected: (isConnected) => this.#connected(isConnected),
        ended: (reason) => this.#end(reason),
      });
    void this.#follower.run();
    void this.#sender.run();
  }

  async #load() {
    const { summary, events, position, summaryAt } =
      await readDocument(this.#server, this.document.documentID);
    this.#snapshotAt = summaryAt;
    this.#position = position;
    rememberSnapshot(this.document.documentID, summaryAt);
    const types = new Set(events.map((event) => updateOf(event)?.type));
    const kind = summary?.kind === "live" || types.has("live") ? "live"
      : summary || types.has("field") ? "plain" : "any";
    this.#begin(this.#makeContent(kind), summary?.state);
    for (const event of [...events, ...(this.#meanwhile ?? [])]) this.#take(event);
    this.#meanwhile = undefined;
    for (const waiting of this.#outbox.waiting) this.#restore(waiting);
    this.#tell("content");
    this.#tell("commentsAndLines");
    if (summary) void this.#readCommentsAndLines(summary.entries).catch(() => {});
  }

  /** @param {YjsContent | PlainContent | undefined} content @param {Uint8Array} [state] */
  #begin(content, state) {
    this.content?.close();
    this.content = content;
    if (!content) return;
    if (state) content.load(state);
    content.addEventListener("change", (event) => {
      const { field, arrived } = /** @type {DetailEvent<{ field: Field, arrived: boolean }>} */ (event).detail;
      if (!arrived) this.touched.add(field);
    });
    content.addEventListener("unsent", () => {
      this.#gathering ??= setTimeout(() => this.flush(), gatherFor);
      this.#tell("status");
    });
  }

  /** @param {number[]} places in the log: all that a snapshot says of comments and lines */
  async #readCommentsAndLines(places) {
    const wanted = new Set(places);
    for (const { after, limit } of stretches(places)) {
      // A page ends after so many bytes, too: the stretch may take several.
      for (let position = after; position < after + limit; ) {
        const page = await this.#server.events(
          this.document.documentID, position, after + limit - position);
        for (const event of page.events) {
          if (wanted.has(Number(event.sequence))) this.#takeUpdate(event);
        }
        this.#tell("commentsAndLines");
        position = page.more && page.next ? Number(page.next) : after + limit;
      }
    }
  }

  /** Hands over what was typed, now. */
  flush() {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const content = this.content;
    for (let bytes = content?.takeUnsent(); bytes; bytes = content?.takeUnsent()) {
      const merge = (/** @type {Uint8Array} */ first, /** @type {Uint8Array} */ second) =>
        content?.merge(first, second);
      this.#own.add(this.#outbox.add("edit", bytes, { merge }));
    }
    void this.#sender.run();
    this.#tell("status");
  }

  /** @param {string} text @param {Mention[]} mentions */
  comment(text, mentions) {
    const bytes = writeComment(text, mentions);
    const roots = [...new Set(mentions.map(({ root }) => root))];
    const updateID = this.#outbox.add("comment", bytes, { mentions: roots });
    this.#own.add(updateID);
    this.#putOwn(updateID, text, mentions);
    void this.#sender.run();
    this.#tell("commentsAndLines");
  }

  /** @param {string} updateID @param {string} text @param {Mention[]} mentions */
  #putOwn(updateID, text, mentions) {
    const { account, displayName: name } = this.me;
    this.commentsAndLines.put(
      { sequence: 0, updateID, type: "comment", account, name, at: Date.now(), text, mentions });
  }

  /** @param {Waiting} waiting from an earlier visit */
  #restore({ updateID, kind, data }) {
    const update = readUpdate(kind, fromBase64URL(data));
    if (update.type === "comment") this.#putOwn(updateID, update.text, update.mentions);
    else this.content?.take(update, { own: true });
  }

  /** @param {DocumentEvent} event live from the stream */
  #arrived(event) {
    const isOwn = this.#own.has(event.updateID ?? "");
    const title = this.document.title;
    this.#meanwhile?.push(event);
    this.#take(event);
    if (this.content?.kind === "plain" && updateOf(event)?.type === "live") void this.#reload();
    if (event.kind === "comment" || event.kind === "edit") this.#tell("commentsAndLines");
    if (["granted", "removed", "left", "knocked"].includes(event.kind)) this.#tell("people");
    if (!isOwn) this.#tell("arrived", { event, title });
    void this.#keepSnapshot();
  }

  /** @param {DocumentEvent} event */
  #take(event) {
    this.#position = Math.max(this.#position, Number(event.sequence));
    if (event.kind === "edit" || event.kind === "comment") return this.#takeUpdate(event);
    if (event.kind === "renamed") this.document.title = event.title ?? this.document.title;
    if (event.kind === "optionsChanged" && event.options) {
      this.document.options = event.options;
      if (this.document.access !== "owner") this.document.access = event.options.access;
    }
    this.#tell("document");
  }

  /** @param {DocumentEvent} event */
  #takeUpdate(event) {
    const [own, sequence] = [this.#own.has(event.updateID ?? ""), Number(event.sequence)];
    const update = updateOf(event);
    if (update && this.content?.take(update, { own, sequence })) return;
    this.#putCommentOrLine(event);
  }

  /** @param {DocumentEvent} event */
  #putCommentOrLine(event) {
    const entry = entryOf(event);
    if (entry) this.commentsAndLines.put(entry);
  }

  /** @param {Waiting} waiting @param {import("../server/problem.js").Problem} [problem] */
  #reported(waiting, problem) {
    if (problem && ["not_found", "gone", "unauthenticated"].includes(problem.code)) {
      this.#lost(problem.code);
    } else if (problem) {
      this.#refused(waiting, problem);
    }
    this.#tell("status");
  }

  /** @param {string} code the stream says more precisely why; it has a moment to do so */
  #lost(code) {
    this.#sender.stop();
    /** @type {EndReason} */
    const reason = code === "gone" ? "deleted" : code === "unauthenticated" ? "signed_out" : "no_access";
    setTimeout(() => this.#end(reason), 1000);
  }

  /** @param {Waiting} waiting @param {import("../server/problem.js").Problem} problem */
  #refused(waiting, problem) {
    const kept = this.keptText();
    if (waiting.kind === "comment") this.commentsAndLines.drop(waiting.updateID);
    else this.#outbox.clear();
    this.#tell("refused", { problem, kept, kind: waiting.kind });
    this.#tell("commentsAndLines");
    // The fields here hold what will never be in the log: they are read again.
    if (waiting.kind === "edit") void this.#reload();
  }

  async #reload() {
    if (this.#meanwhile || this.ended || this.#isLeaving) return;
    this.#meanwhile = [];
    try {
      await this.#load();
    } catch {
      // The stream finds out what is wrong and says so; if it passes, this is tried again.
      this.#meanwhile = undefined;
      setTimeout(() => void this.#reload(), 1000);
    }
  }

  /**
   * What this person has written here: the fields they changed and comments that were not sent.
   *
   * @returns {{ field: Field | "comment", text: string }[]}
   */
  keptText() {
    const content = this.content;
    const texts = content
      ? [...this.touched].map((field) => ({ field, text: content.text(field) })) : [];
    const comments = this.commentsAndLines.of("comment").filter(({ sequence }) => sequence === 0)
      .map(({ text }) => ({ field: /** @type {const} */ ("comment"), text }));
    return [...texts, ...comments].filter(({ text }) => text.trim());
  }

  async #keepSnapshot() {
    if (this.#position - this.#snapshotAt < this.#patience || !this.canEdit) return;
    if (!this.content || this.saving !== "saved") return;
    const { kind } = this.content;
    const snapshot = writeSnapshot(
      { kind, state: this.content.state(), entries: this.commentsAndLines.sequences });
    const position = this.#position;
    this.#snapshotAt = position;
    // Somebody else's is as good; the next one comes in time.
    await this.#server.putSnapshot(this.document.documentID, position, snapshot).catch(() => {});
  }

  /** @param {boolean} isConnected */
  #connected(isConnected) {
    this.isConnected = isConnected;
    if (isConnected) this.#sender.hurry();
    this.#tell("status");
  }

  /** @param {EndReason} reason */
  #end(reason) {
    if (this.ended) return;
    this.flush();
    this.ended = reason;
    this.close();
    this.#tell("ended", { reason, kept: this.keptText() });
  }

  /** The network is back, or the person looks again. */
  hurry() {
    this.#follower?.hurry();
    this.#sender.hurry();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.#follower?.pause(isPaused);
  }

  /** What waits stays written down. */
  close() {
    this.#isLeaving = true;
    if (!this.ended) this.flush();
    this.#sender.stop();
    this.#follower?.stop();
  }

  /**
   * @template {keyof SessionDetails} Name
   * @param {Name} name
   * @param {SessionDetails[Name]} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new DetailEvent(name, detail));
  }
}
