import { find, h, newID, set } from "../../ui/dom.js";
import { codeOf } from "../server/problem.js";
import { textStore } from "../session/text-store.js";
import { codeForm } from "./code-form.js";
import { sentenceOf } from "./sentences.js";

/**
 * Signing in to an account of this app, or making one.
 *
 * @param {{ server: import("../app.js").App["server"], config?: { providerName?: string } }} app without settings nobody
 *   leaves for the provider: a window that brings an action has to stay with the one that opened it
 * @param {(me: import("../server/body-types.js").Me) => void} done
 * @param {boolean} isLink whether the person came by a shared link
 */
export function signInForm(app, done, isLink) {
  // Long because its parts, small functions, share what is shown at the moment.
  // Who was signed in here before.
  const last = textStore.getItem("recipes.last") ?? "";
  // Turned once at the end: new for whoever has never been here.
  let isNew = Boolean(last);
  const problem = h("p", { class: "error", role: "alert" });
  const name = field("Your name", "displayName",
    { autocomplete: "name", maxlength: 64, hint: "How others see you." });
  const account = field("Account name", "account", {
    autocomplete: "username", maxlength: 255, value: last, autocapitalize: "none", spellcheck: "false", hint: "" });
  const password = field("Password", "password",
    { type: "password", maxlength: 1024, hint: "At least 8 characters." });
  const send = h("button", { class: "button primary wide" });
  const other = h("button", { type: "button", class: "button plain wide", onclick: () => turn() });
  const title = h("h2");
  const form = h("form", { class: "stack card sign-in", novalidate: true }, title,
    isLink && h("p", null, "With an account of this app you open what is shared with you under its name."),
    name, account, password, problem, send, other,
    h("button", { type: "button", class: "button plain wide", onclick: () => withCode() }, "I have a code from another device"),
    app.config?.providerName && providerButton(app.server, app.config.providerName, problem),
    h("p", { class: "small quiet" }, "It is an account of this app alone: your messenger has another name and no password of yours."));

  function turn() {
    isNew = !isNew;
    title.textContent = isNew ? "Make an account" : "Sign in";
    send.textContent = isNew ? "Make the account" : "Sign in";
    other.textContent = isNew ? "I have an account" : "Make a new account";
    set(name, "hidden", !isNew);
    find("p", account).textContent = isNew ? "An e-mail address, say. Nobody writes to it."
      : "Or the name that you chose to sign in with.";
    set(find("input", password), "autocomplete", isNew ? "new-password" : "current-password");
    set(find("p", password), "hidden", !isNew);
    problem.textContent = "";
  }

  function withCode() {
    const other = codeForm(app.server, done, { back: () => {
      other.replaceWith(form);
      find("input:not([hidden])", form).focus();
    } });
    form.replaceWith(other);
    find("input", other).focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const values = {
      account: valueOf(account).trim(), password: valueOf(password),
      displayName: valueOf(name).trim() || valueOf(account).trim(),
    };
    const missing = problemIn(values, isNew);
    if (missing) {
      problem.textContent = missing.text;
      return find("input", { account, password, name }[missing.field]).focus();
    }
    void submit(values);
  });

  /** @param {{ account: string, displayName: string, password: string }} values */
  async function submit({ account: label, displayName, password: secret }) {
    // The other one too: the problem's line goes, and it moves under a second press.
    send.disabled = other.disabled = true;
    problem.textContent = "";
    try {
      const me = isNew ? await app.server.signUp({ account: label, displayName, password: secret })
        : await app.server.signIn({ account: label, password: secret });
      done({ ...me, hasPassword: true, ...(label !== me.account && { signInName: label }) });
    } catch (error) {
      problem.textContent = isNew && codeOf(error) === "forbidden"
        ? "This server does not take new accounts." : sentenceOf(error);
    } finally {
      send.disabled = other.disabled = false;
    }
  }

  // Whoever shows it knows that there is an account.
  form.addEventListener("known", () => isNew && turn());
  turn();
  return form;
}

/**
 * Whoever was invited needs no account: the way in is in their conversation.
 *
 * @param {string} messengerOrigin
 */
export const invitedNote = (messengerOrigin) => h("p", null, "Were you invited to a recipe? Open it from the "
  + "conversation in ", h("a", { href: messengerOrigin, target: "_blank", rel: "noopener" }, "your messenger"),
". The first time, you need no account for that.");

/**
 * Leaves for whoever signs people in from outside, and comes back to this very place.
 *
 * @param {import("../app.js").App["server"]} server
 * @param {string} name
 * @param {HTMLElement} problem
 */
function providerButton(server, name, problem) {
  const button = h("button", { type: "button", class: "button wide" }, `Sign in with ${name}`);
  button.addEventListener("click", async () => {
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = "";
    try {
      const { address } = await server.beginProviderSignIn(hereAsPath());
      // So that the page asks who is here when it is back.
      textStore.setItem("recipes.account", "provider");
      location.assign(address);
    } catch (error) {
      problem.textContent = sentenceOf(error);
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** @returns {string} this place, as the way back to it */
export const hereAsPath = () => location.pathname + location.search + location.hash;

/**
 * @param {{ account: string, displayName: string, password: string }} values
 * @param {boolean} isNew
 * @returns {{ field: "account" | "password" | "name", text: string } | undefined}
 */
export function problemIn({ account, password, displayName }, isNew) {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text).length;
  if (!account) return { field: "account", text: "Enter an account name." };
  if (bytes(account) > 255) return { field: "account", text: "That account name is too long." };
  if (!password) return { field: "password", text: "Enter your password." };
  if (!isNew) return undefined;
  if (bytes(displayName) > 128) return { field: "name", text: "That name is too long." };
  return bytes(password) < 8
    ? { field: "password", text: "Choose a password of at least 8 characters." } : undefined;
}

/** @param {string} label @param {string} name @param {{ hint: string } & Record<string, unknown>} members */
function field(label, name, { hint, ...members }) {
  const id = newID();
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("input", { class: "input", id, name, "aria-describedby": `${id}-h`, required: true, ...members }),
    h("p", { class: "small quiet", id: `${id}-h` }, hint));
}

/** @param {HTMLElement} field */
const valueOf = (field) => /** @type {HTMLInputElement} */ (find("input", field)).value;
