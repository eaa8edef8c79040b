import { isTimeToAsk, mayRaise } from "../../grove/rules/attention/raising-rules.js";
import { errorSentence } from "../sentences.js";
import { conversationOf, showConversation } from "../offline/notification-click.js";
import { say } from "../../ui/status.js";
import { isAnyLookedAt } from "./looked-at.js";
import { notificationWords } from "./notification-words.js";

/** @returns {NotificationPermission | undefined} nothing where this browser shows no notifications */
export const permissionOf = () => (typeof Notification === "function" ? Notification.permission : undefined);

/**
 * What the system shows while nobody looks at the messenger: one notification for each conversation, about what came
 * last. All tabs hear of a message; the one that takes the news shows it.
 */
export class Notifications {
  /** @type {Map<string, Notification>} those that no worker shows, by their conversations */
  #shown = new Map();

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  start() {
    this.app.messenger.addEventListener("conversations", (event) => {
      const { conversationID } = /** @type {CustomEvent} */ (event).detail;
      // What cannot be told is in the list all the same.
      void this.look(conversationID).catch((error) => console.error(error));
    });
    navigator.serviceWorker?.addEventListener("message", ({ data }) => {
      if (data?.type === showConversation && conversationOf(data)) this.app.go(data.conversationID);
    });
    navigator.serviceWorker?.startMessages();
  }

  /** @param {string} conversationID */
  async look(conversationID) {
    const { messenger } = this.app;
    const news = await messenger.takeNews(conversationID);
    if (!news || await isAnyLookedAt()) return;
    const raising = await messenger.raising();
    const permission = permissionOf();
    if (permission && mayRaise(raising, permission)) return this.raise(conversationID, news, raising);
    if (!raising.wasAway) await messenger.setRaising({ wasAway: true });
  }

  /**
   * @param {string} conversationID
   * @param {import("../../grove/rules/attention/raising-rules.js").News} news
   * @param {import("../../grove/rules/attention/raising-rules.js").Raising} raising
   */
  async raise(conversationID, news, { hidesContents }) {
    const conversation = await this.app.messenger.conversation(conversationID);
    // It may have been read meanwhile, here or elsewhere.
    if (conversation.unread + conversation.mentions.length === 0) return;
    this.app.people.learn(conversation.members);
    const { nameOf } = this.app.people;
    const icon = document.querySelector('link[rel="apple-touch-icon"]');
    await this.#show(conversation.title, {
      body: notificationWords(news, conversation, { nameOf, hidesContents }), tag: conversationID,
      data: { conversationID }, renotify: true, ...(icon && { icon: /** @type {HTMLLinkElement} */ (icon).href }),
    });
  }

  /** @param {string} title @param {NotificationOptions} options */
  async #show(title, options) {
    const { conversationID } = options.data;
    const registration = await workerRegistration();
    // One for each conversation: the page's own, from before there was a worker, is out of date.
    this.#shown.get(conversationID)?.close();
    this.#shown.delete(conversationID);
    if (registration) return registration.showNotification(title, options);
    const one = new Notification(title, options);
    this.#shown.set(conversationID, one);
    one.onclick = () => {
      window.focus();
      this.app.go(conversationID);
      one.close();
    };
  }

  /**
   * What was written meanwhile stays: by the time the browser has said what it shows, a conversation that was read may
   * have something new, which another tab has shown.
   *
   * @param {string[]} conversations that have been read, here or elsewhere
   */
  async closeRead(conversations) {
    if (conversations.length === 0 || !permissionOf()) return;
    const registration = await workerRegistration();
    const byWorker = ((await registration?.getNotifications()) ?? []).map((one) => ({ id: one.tag, one }));
    const byPage = [...this.#shown].map(([id, one]) => ({ id, one }));
    for (const { id, one } of [...byWorker, ...byPage]) {
      if (!conversations.includes(id) || !(await this.#isRead(id))) continue;
      one.close();
      if (this.#shown.get(id) === one) this.#shown.delete(id);
    }
  }

  /** @param {string} conversationID */
  async #isRead(conversationID) {
    // Where there is no such conversation any more, nothing of it is news.
    const one = await this.app.messenger.conversation(conversationID).catch(() => undefined);
    return !one || one.unread + one.mentions.length === 0;
  }

  async isTimeToAsk() {
    const permission = permissionOf();
    return permission !== undefined && isTimeToAsk(await this.app.messenger.raising(), permission);
  }

  /** In a person's click: their browser asks them. */
  async ask() {
    try {
      const permission = await Notification.requestPermission();
      await this.app.messenger.setRaising({ choice: permission === "granted" ? "yes" : "no" });
    } catch (error) {
      say(errorSentence(error));
    }
  }
}

/** @returns {Promise<ServiceWorkerRegistration | undefined>} nothing where no worker is there to show anything */
async function workerRegistration() {
  const registration = await navigator.serviceWorker?.getRegistration("/").catch(() => undefined);
  return registration?.active ? registration : undefined;
}
