import { avatar } from "../ui/avatar.js";
import { fill, find, h, set } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { say } from "../ui/status.js";
import { ConversationList } from "./conversation-list.js";
import { isLookedAt, onLook, sayWhetherLookedAt } from "./attention/looked-at.js";
import { Notifications } from "./attention/notifications.js";
import { OpenedDocuments, takeAsSeen } from "./attention/opened-documents.js";
import { connectApp } from "./offline/handed-over.js";
import { People } from "./people.js";
import { knownDevices, unkeptCode } from "./local-storage-keys.js";
import { newsFollow } from "./thread/news.js";
import { sendLeftOver } from "./thread/sent-texts.js";
import { connectionSentence, errorSentence, failureOf } from "./sentences.js";
import { ConnectedApps } from "./share/connected-apps.js";
import { DevicesLetIn } from "./share/let-devices-in.js";
import { welcomePane } from "./welcome-pane.js";

/** @typedef {import("../grove/messenger/messenger.js").Messenger} Messenger */

/** What a thread is made of is fetched when one is wanted. */
const threadModule = () => import("./thread/thread-view.js");

/** The page once this browser is a device: which conversation is open, and what has to be drawn. */
export class App {
  /** @param {Messenger} messenger */
  constructor(messenger) {
    this.messenger = messenger;
    this.sharing = messenger.sharing;
    this.people = new People(messenger, () => this.redraw());
    this.notifications = new Notifications(this);
    this.opened = new OpenedDocuments();
    /** @type {ConnectedApps} */
    this.connected = new ConnectedApps(() => this.devices.lookAnew());
    /** @type {DevicesLetIn} */
    this.devices = new DevicesLetIn(this);
    this.list = new ConversationList(this);
    this.waiting = 0;
    this.clockAhead = 0;
    /** Which conversation is open, or being opened. */
    this.threadID = "";
    /** @type {import("./thread/thread-view.js").ThreadView | undefined} */
    this.thread = undefined;
    this.pane = find("#pane");
    /** @type {import("../grove/rules/model/messenger-types.js").Connection} as it is shown */
    this.connection = "connecting";
  }

  get isOnline() {
    return this.messenger.connection === "online";
  }

  /** @param {string} conversationID */
  go(conversationID) {
    location.hash = conversationID ? `#c=${conversationID}` : "";
  }

  redraw() {
    this.list.draw();
    this.thread?.redraw();
  }

  /** Shows what the address says. */
  route() {
    const id = /^#c=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
    document.documentElement.dataset.pane = id ? "thread" : "list";
    if (location.hash.startsWith("#h=")) void this.greet(location.href);
    if (location.hash.startsWith("#d=")) return void this.lead(location.hash.slice(3));
    if (id === this.threadID && this.pane.firstChild) return;
    const before = this.threadID;
    this.thread?.close();
    this.thread = undefined;
    this.threadID = id;
    if (id) void this.openThread(id);
    else welcomePane(this);
    this.list.draw();
    if (!id && before) this.list.focus(before);
  }

  /** @param {string} id */
  async openThread(id) {
    const { ThreadView } = await threadModule();
    if (id !== this.threadID) return;
    this.thread = new ThreadView(this, id);
    await this.thread.open();
  }

  /** @param {string} [contact] a link that names somebody */
  async greet(contact) {
    if (contact) history.replaceState(null, "", "/");
    (await import("./dialogs/new-conversation.js")).newConversation(this, contact);
  }

  /**
   * To the conversation that a document was shared in; home where it was shared in none, and with a question where it was
   * in several. Whoever made the address learns nothing of it.
   *
   * @param {string} link the document's, as a part of an address
   */
  async lead(link) {
    const { conversationsWith, whichConversation } = await import("./dialogs/which-conversation.js");
    const places = await conversationsWith(this, decoded(link)).catch(() => []);
    history.replaceState(null, "", places.length > 0 ? `#c=${places[0]}` : "/");
    this.route();
    if (places.length > 1) void whichConversation(this, places);
  }

  async drawConnection() {
    this.waiting = await this.messenger.queuedCount();
    const [before, { connection }] = [this.connection, this.messenger];
    // Each try while the relay is away is no news.
    if (before !== "offline" || connection !== "connecting") this.connection = connection;
    set(find("#connection"), "textContent", connectionSentence(this.connection, this.waiting));
    if (this.connection === before) return;
    if (connection === "signedOut") {
      this.tell("This browser was removed from your account.");
      void this.signedOut();
    } else if (connection === "offline") this.tell("No connection. What you write is sent later.");
    else if (before === "offline") this.tell("Connected again.");
  }

  /** @param {string} words for who listens to the page; the others see it */
  tell(words) {
    fill(find("#told"), h("span", null, words));
  }

  async signedOut() {
    const { signedOut } = await import("./dialogs/signed-out.js");
    signedOut(this);
  }

  /** What the person has to be told once; nothing else waits for it. */
  async drawNotices() {
    try {
      const devices = (await this.messenger.devices()).map(({ deviceID }) => deviceID).join(" ");
      const isKnown = localStorage.getItem(knownDevices) === devices;
      this.clockAhead = await clockAhead();
      const isRight = Math.abs(this.clockAhead) < clockTolerance;
      const missed = await this.messenger.missedCount();
      const isAsking = await this.notifications.isTimeToAsk();
      if (isKnown && isRight && !missed && !isAsking && !localStorage.getItem(unkeptCode) && !find("#notices").firstChild) return;
      const { drawListWarnings } = await import("./list-warnings.js");
      await drawListWarnings(this);
    } catch (error) {
      // The relay is away: they are told when there is something new of this account.
      const isAway = error instanceof TypeError || failureOf(error).isTemporary;
      if (!isAway) throw error;
    }
  }

  drawMe() {
    const { me } = this.messenger;
    find("#my-name").textContent = me.name;
    find("#foot .avatar").replaceWith(avatar(me.name));
  }
}

/** @param {string} part of an address @returns {string} empty where it is none */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** In milliseconds: what is five minutes ahead is taken by nobody (protocol 10.6). */
export const clockTolerance = 3 * 60_000;

/** @returns {Promise<number>} by how much this device's clock is ahead of the relay's, if it says */
async function clockAhead() {
  const answer = await fetch("/config.json", { method: "HEAD", cache: "no-store" }).catch(() => null);
  return Date.now() - Date.parse(answer?.headers.get("Date") ?? "") || 0;
}

/** @param {App} app */
function listen(app) {
  const { messenger } = app;
  messenger.addEventListener("conversations", () => app.list.load());
  messenger.addEventListener("thread", (event) => {
    const { conversationID, positions } = /** @type {CustomEvent} */ (event).detail;
    const { thread } = app;
    if (thread && thread.id === conversationID) void thread.changed(positions);
  });
  messenger.addEventListener("accounts", (event) => {
    const { accountID } = /** @type {CustomEvent} */ (event).detail;
    if (accountID === messenger.me.accountID) {
      app.drawMe();
      void app.drawNotices();
    }
    void app.people.ask(accountID);
    // Titles are made of names, which a browser just linked learns one by one.
    void app.list.load();
  });
  messenger.addEventListener("raising", () => void app.drawNotices());
  messenger.addEventListener("sharing", (event) => {
    const { kind } = /** @type {CustomEvent} */ (event).detail;
    if (newsFollow.includes(kind)) void app.list.load();
    else app.list.draftsChanged();
    if (kind === "changed-devices") app.devices.look();
    void app.thread?.sharingChanged();
  });
  // The storage was cleared: there is no device here any more.
  messenger.addEventListener("gone", () => location.reload());
  onLook(() => {
    // What came meanwhile is read now; "Today" may be another day.
    if (isLookedAt()) {
      app.redraw();
      void takeAsSeen(app, app.opened.seen(Date.now()));
    }
    app.thread?.read();
  });
  messenger.addEventListener("outbox", () => void app.drawConnection());
  messenger.addEventListener("connection", () => {
    void app.drawConnection();
    app.thread?.redraw();
    if (app.isOnline) app.devices.lookAgain();
  });
}

/** What a click asked of a relay that is away, and nobody waits for, says so. */
function listenForLostClicks() {
  addEventListener("unhandledrejection", (event) => {
    if (failureOf(event.reason).code !== "relay_unreachable") return;
    event.preventDefault();
    say(errorSentence(event.reason));
  });
}

/**
 * Escape in a conversation leads to its place in the list, and closes nothing; while somebody writes it does nothing.
 *
 * @param {KeyboardEvent} event
 * @param {App} app
 */
const isInThread = ({ key, defaultPrevented }, { thread, pane }) =>
  key === "Escape" && !defaultPrevented && Boolean(thread) && pane.contains(document.activeElement) &&
  document.activeElement !== thread?.composer.text;

/** A file that is dropped where nothing takes it would take the place of the page. */
function keepFilesOut() {
  for (const type of ["dragover", "drop"]) {
    document.addEventListener(type, (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (event.defaultPrevented || !dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      dataTransfer.dropEffect = "none";
    });
  }
}

/** @param {App} app */
function keys(app) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === "k") find("#search").focus();
    else if (event.altKey && event.code === "KeyN") find("#new").click();
    else if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
      void import("./list-keyboard.js").then(({ step }) => step(app.list, event.key === "ArrowUp" ? -1 : 1));
    } else if (isInThread(event, app)) app.list.focus(app.threadID);
    else return;
    event.preventDefault();
  });
}

/** @param {Messenger} messenger */
export function startApp(messenger) {
  const app = new App(messenger);
  /** @type {[string, import("../ui/icons.js").IconName][]} */
  const buttons = [["new", "edit"], ["settings", "settings"]];
  for (const [id, name] of buttons) {
    fill(find(`#${id}`), icon(name));
    set(find(`#${id}`), "disabled", false);
  }
  set(find("#search"), "disabled", false);
  find("#new").addEventListener("click", () => app.greet());
  find("#settings").addEventListener("click", async () =>
    (await import("./dialogs/settings.js")).settings(app));
  listen(app);
  sayWhetherLookedAt();
  app.notifications.start();
  listenForLostClicks();
  keys(app);
  keepFilesOut();
  for (const type of ["pointerover", "focusin"]) {
    app.list.place.addEventListener(type, threadModule, { once: true });
  }
  app.drawMe();
  window.addEventListener("hashchange", () => {
    // The back key leaves what a dialog speaks of.
    for (const one of document.querySelectorAll("dialog")) one.close();
    app.route();
  });
  app.route();
  void app.list.load();
  void app.drawConnection();
  messenger.start();
  void sendLeftOver(messenger);
  setTimeout(() => app.drawNotices(), 1000);
  setTimeout(() => import("./offline/register-worker.js").then(({ keepPages }) => keepPages(messenger))
    .catch(() => undefined), 2000);
  setTimeout(() => import("./offline/closed-page.js").then(({ keepWoken }) => keepWoken(messenger))
    .catch(() => undefined), 2000);
  if (window.opener) void import("./share/opened-by-app.js").then(({ hearApp }) => hearApp(app));
  navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
    if (data?.type !== connectApp || !port) return;
    void import("./share/opened-by-app.js").then(({ hearSharingPage }) => hearSharingPage(app, String(data.origin), port));
  });
  return app;
}
