import { find, h, set } from "../ui/dom.js";
import { avatar } from "../ui/avatar.js";
import { menuButton } from "../ui/menu.js";
import { Problem, codeOf } from "./server/problem.js";
import { isStoreLasting, textStore } from "./session/text-store.js";
import { mayLeave } from "./views/leaving.js";

/**
 * @typedef {import("./app.js").View} View
 * @typedef {import("./app.js").Config} Config
 * @typedef {import("./server/body-types.js").Me} Me
 * @typedef {import("../ui/menu.js").MenuItem} MenuItem
 */

/**
 * What one page of this origin has of its own.
 *
 * @typedef {object} Parts
 * @property {import("./server/app-server.js").AppServer} server where people are signed in
 * @property {() => Promise<View>} viewHere what the address names; rejects with a problem
 * @property {(error: unknown) => View} problemView what is shown in its place
 * @property {(view?: View) => string} titleOf the window's title; without a view, where nobody is signed in
 * @property {(config: Config) => void} configured the settings are known, and nobody is signed in yet
 * @property {(me: Me) => void} became somebody is signed in now; their first view comes next
 * @property {() => void} ended the session is over: forget what was theirs
 * @property {() => void} offerWaysIn into the welcome's `#sign-in`
 * @property {() => MenuItem[]} menu of the account, before signing out
 */

/** What the app's page and that of drives do alike: views at addresses, and who is signed in. */
export class PageShell {
  main = find("#main");
  welcome = find("#welcome");
  #tools = find("#tools");
  #account = find("#account");
  /** @type {Parts} */
  #parts;
  /** @type {View | undefined} */
  #shown;
  /** Counts moves, so that a view that comes late does not take the place of a newer one. */
  #moves = 0;
  /** @type {Me} who is signed in */
  #me = { account: "", displayName: "" };

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    menuButton(/** @type {HTMLButtonElement} */ (this.#account), () => [
      ...parts.menu(), { label: `Sign out ${this.#me.displayName}`, run: () => void this.#signOut() },
    ]);
  }

  /** @param {string} address @param {{ replace?: boolean }} options */
  go(address, { replace = false } = {}) {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    void this.show();
  }

  async show() {
    const move = (this.#moves += 1);
    const view = await this.#parts.viewHere().catch((error) => this.#parts.problemView(error));
    if (move !== this.#moves) return view.close?.();
    this.#shown?.close?.();
    this.#shown = view;
    document.documentElement.dataset.face = "inside";
    document.title = this.#parts.titleOf(view);
    this.#tools.replaceChildren(...(view.tools ?? []));
    this.main.replaceChildren(view.element);
    if (move > 1) this.main.focus({ preventScroll: true });
    view.opened?.();
  }

  /** @param {Me} me */
  signedIn(me) {
    this.#me = me;
    this.#parts.became(me);
    remember(me);
    this.#account.replaceChildren(avatar(me.displayName, "little"));
    set(this.#account, "hidden", false);
    void this.show();
  }

  signedOut() {
    this.#moves += 1;
    this.#shown?.close?.();
    this.#shown = undefined;
    this.#parts.ended();
    textStore.removeItem("recipes.account");
    this.#tools.replaceChildren();
    set(this.#account, "hidden", true);
    document.title = this.#parts.titleOf();
    this.#parts.offerWaysIn();
    this.main.replaceChildren(this.welcome);
    document.documentElement.dataset.face = "welcome";
  }

  async #signOut() {
    if (!(await mayLeave(this.#me))) return;
    await this.#parts.server.signOut().catch(() => {});
    this.signedOut();
  }

  /** @param {Promise<Response>} settings the answer to `/config.json`; without it, what is usual holds */
  async start(settings) {
    const [known, me] = await Promise.allSettled([settings.then((response) => response.json()), this.#whoIsHere()]);
    const given = known.status === "fulfilled" ? known.value : {};
    this.#parts.configured({ messengerOrigin: "", appName: "Recipes", yjs: true, ...given });
    if (me.status === "fulfilled") return this.signedIn(me.value);
    if (codeOf(me.reason) === "unauthenticated") return this.signedOut();
    this.main.replaceChildren(this.#parts.problemView(me.reason).element);
    // Who is here is not known, so there is no view to try again.
    find(".primary", this.main).onclick = () => location.reload();
  }

  /** Nobody is asked for where nobody has signed in: the answer could only be a refusal. */
  async #whoIsHere() {
    if (isStoreLasting && !textStore.getItem("recipes.account")) throw new Problem("unauthenticated");
    return this.#parts.server.me();
  }
}

/**
 * Only a hint, for the next first paint and the next signing in; an account without a password has no name to enter.
 *
 * @param {{ account: string, hasPassword?: boolean, signInName?: string }} me
 */
export function remember(me) {
  try {
    textStore.setItem("recipes.account", me.account);
    const name = nameToKeep(me, textStore.getItem("recipes.last") ?? "");
    if (name) textStore.setItem("recipes.last", name);
  } catch {
    // A full store.
  }
}

/**
 * What stands there at the next signing in. The name of an account that an invitation made never takes the place of one
 * that somebody chose: whoever has a sign-in name knows that one.
 *
 * @param {{ account: string, hasPassword?: boolean, signInName?: string }} me
 * @param {string} last what stands there now
 * @returns {string | undefined} nothing where that stays
 */
export function nameToKeep({ account, hasPassword, signInName }, last) {
  if (hasPassword === false) return undefined;
  const isMadeUp = !signInName && /^invited-[0-9a-f]{32}$/.test(account);
  return isMadeUp && last ? undefined : signInName ?? account;
}

/** What a dialog speaks of is left: by the back key, or as the session ends. */
export function closeDialogs() {
  for (const one of document.querySelectorAll("dialog")) one.close();
}

/** @param {{ isAgain: boolean, again: () => void, heading: string, sentence: string, ways: (HTMLElement | false)[] }} told
 * @returns {HTMLElement} what stands where a view cannot be had */
export function emptyPage({ isAgain, again, heading, sentence, ways }) {
  return h("div", { class: "empty" }, h("h1", null, heading), h("p", null, sentence), h("div", { class: "buttons" }, ways,
    isAgain && h("button", { type: "button", class: "button primary", onclick: again }, "Try again")));
}
