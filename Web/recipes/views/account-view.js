import { fill, find, h, newID } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { dayName, shortTime } from "../../ui/time-format.js";
import { codeOf } from "../server/problem.js";
import { letInUnasked, messengerThatLetsIn } from "../sharing/let-in-unasked.js";
import { addPasswordForm } from "./add-password.js";
import { mayLeave } from "./leaving.js";
import { inputOf, newPasswordProblem, secret } from "./password-fields.js";
import { hereAsPath } from "./sign-in.js";
import { signInCodeCard } from "./sign-in-code.js";
import { counted, isNameOfUse, nameAndAccount, nameToSignIn, sentenceOf } from "./sentences.js";

/** @typedef {import("../server/body-types.js").SessionEntry} SessionEntry */

/**
 * The account of the app: its password, and where it is signed in.
 *
 * @param {import("../app.js").App} app
 * @returns {Promise<import("../app.js").View>}
 */
export async function accountView(app) {
  const [{ sessions }, me] = await Promise.all([app.server.sessions(), app.server.me()]);
  Object.assign(app.me, me);
  const places = sessionList(app, sessions, (now) => code.read(now));
  const code = signInCodeCard(app, () => places.read());
  // Without a password it is what leads to other devices.
  const isWithoutPassword = app.me.isEnteredByProof && app.me.hasPassword === false;
  const who = h("p", { class: "quiet" }, nameAndAccount(app.me));
  const deletion = deletionCard(app);
  const added = () => {
    who.textContent = nameAndAccount(app.me);
    deletion.draw();
    return places.read();
  };
  const element = h("div", { class: "page narrow" },
    h("h1", null, "Your account"),
    who,
    isWithoutPassword && [code.element, addPasswordForm(app, added)],
    app.me.hasPassword !== false && passwordForm(app, () => places.read()),
    app.config.providerName && providerCard(app, app.config.providerName, () => places.read()),
    !isWithoutPassword && code.element, places.element, letInCard(app), deletion.element);
  return { title: "Your account", element, close: code.close };
}

/**
 * That this browser is not asked about people's other devices, where that was chosen.
 *
 * @param {import("../app.js").App} app
 */
function letInCard({ me: { account } }) {
  const messenger = messengerThatLetsIn(account);
  if (!messenger) return false;
  const id = newID();
  const element = h("section", { class: "stack card", "aria-labelledby": id },
    h("h2", { id }, "Devices of people"),
    h("p", null, `When your messenger at ${new URL(messenger).host} says that people have other devices, this browser lets them `
      + "into what they have without asking you."),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => {
      letInUnasked(account, undefined);
      element.remove();
      say("You are asked each time from now on");
    } }, "Ask me each time")));
  return element;
}

/**
 * Programs that run on the server delete accounts, and no page does: how one comes by that.
 *
 * @param {import("../app.js").App} app
 */
function deletionCard(app) {
  const id = newID();
  const how = h("div", { class: "stack" });
  const element = h("section", { class: "stack card", "aria-labelledby": id },
    h("h2", { id }, "Delete this account"), how,
    h("p", { class: "small quiet" }, "What you own is gone for everybody then, and you have left what others share with you. What "
      + "you wrote there stays. To keep it and only go, sign out."));
  const can = "Whoever runs this server can delete it, and give you a copy of everything in it first. ";

  function draw() {
    // Nobody chose the other one: it is for the operator alone.
    if (isNameOfUse(app.me)) {
      fill(how, h("p", null, can, "Tell them the name that you sign in with: ", h("b", null, nameToSignIn(app.me)), "."));
    } else {
      fill(how, h("p", null, can), h("details", null, h("summary", null, "What to tell them"),
        h("p", null, "You have no name to sign in with here. Whoever runs this server finds your account as ",
          h("b", null, app.me.account), ".")));
    }
  }

  draw();
  return { element, draw };
}

/** @param {import("../app.js").App} app @param {() => Promise<unknown>} changed */
function passwordForm(app, changed) {
  const id = newID();
  const problem = h("p", { class: "error", role: "alert" });
  const old = secret("Your password now", "current-password");
  const fresh = secret("New password", "new-password", "At least 8 characters.");
  const send = h("button", { class: "button primary" }, "Change the password");
  // A password keeper wants to know whose they are.
  const name = h("input", { type: "text", autocomplete: "username", value: nameToSignIn(app.me), hidden: true });
  const form = h("form", { class: "stack card", novalidate: true, "aria-labelledby": id },
    h("h2", { id }, "Password"), name, old, fresh, problem,
    h("p", { class: "small quiet" }, "Everywhere else you are signed out."),
    h("div", { class: "buttons" }, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [first, second] = [inputOf(old), inputOf(fresh)];
    const missing = passwordProblem(first.value, second.value);
    problem.textContent = missing?.text ?? "";
    if (missing) return (missing.field === "old" ? first : second).focus();
    if (send.disabled) return;
    send.disabled = true;
    try {
      const { endedSessions } = await app.server.changePassword(first.value, second.value);
      first.value = second.value = "";
      say(endedSessions > 0 ? `The password is changed, and ${counted(endedSessions, "other session")} ended`
        : "The password is changed");
      await changed();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      problem.textContent = codeOf(error) === "credentials_invalid"
        ? "That is not your password." : sentenceOf(error);
      first.focus();
    } finally {
      send.disabled = false;
    }
  });
  return form;
}

/**
 * Whether somebody else signs the person in to this account too, and how that begins and ends.
 *
 * @param {import("../app.js").App} app
 * @param {string} name
 * @param {() => Promise<unknown>} changed
 */
function providerCard(app, name, changed) {
  const id = newID();
  const problem = h("p", { class: "error", role: "alert" });
  const body = h("div", { class: "stack" });
  const element = h("section", { class: "stack card", "aria-labelledby": id },
    h("h2", { id, tabindex: "-1" }, `Sign in with ${name}`), body, problem);

  /** @param {HTMLButtonElement} button @param {() => Promise<void>} act */
  async function run(button, act) {
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = "";
    try {
      await act();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      problem.textContent = sentenceOf(error);
    } finally {
      button.disabled = false;
    }
  }

  const link = async () => location.assign((await app.server.linkProvider(hereAsPath())).address);

  async function unlink() {
    await app.server.unlinkProvider();
    app.me.isLinked = false;
    show();
    say(`${name} does not lead to this account any more`);
    // The button that had the focus is gone.
    find("h2", element).focus();
    await changed();
  }

  /** @param {string} words @param {() => Promise<void>} act @param {string} [kind] */
  function button(words, act, kind = "") {
    const one = /** @type {HTMLButtonElement} */ (
      h("button", { type: "button", class: `button ${kind}`, onclick: () => run(one, act) }, words));
    return h("div", { class: "buttons" }, one);
  }

  function show() {
    if (app.me.hasPassword === false && !app.me.isEnteredByProof) fill(body, [h("p", null, `You sign in to this account with ${name}.`)]);
    else if (app.me.isLinked) {
      fill(body, [h("p", null, `${name} signs you in to this account too.`),
        h("p", { class: "small quiet" }, "When you end that, you are signed out everywhere else."),
        button("End it", unlink, "danger")]);
    } else {
      fill(body, [h("p", null, `You can let ${name} sign you in to this account too.`),
        button(`Link with ${name}`, link)]);
    }
  }

  show();
  return element;
}

/**
 * @param {string} old
 * @param {string} fresh
 * @returns {{ field: "old" | "new", text: string } | undefined}
 */
export function passwordProblem(old, fresh) {
  if (!old) return { field: "old", text: "Enter your password." };
  const text = newPasswordProblem(fresh);
  if (text) return { field: "new", text };
  return fresh === old ? { field: "new", text: "That is the password you have." } : undefined;
}

/** @param {import("../app.js").App} app @param {SessionEntry[]} sessions @param {(now: SessionEntry[]) => void} changed */
function sessionList(app, sessions, changed) {
  const id = newID();
  const list = h("ul", { class: "sessions" });
  const everywhere = h("button", { type: "button", class: "button danger",
    onclick: async () => {
      if (await mayLeave(app.me)) await end(() => app.server.endSessions(), () => app.signedOut());
    } }, "Sign out everywhere");
  const problem = h("p", { class: "error", role: "alert" });
  const element = h("section", { class: "stack card", "aria-labelledby": id },
    h("h2", { id, tabindex: "-1" }, "Where you are signed in"), list, problem,
    h("div", { class: "buttons" }, everywhere));

  /** @param {() => Promise<void>} act @param {() => void | Promise<void>} then */
  async function end(act, then) {
    problem.textContent = "";
    try {
      await act();
      await then();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      problem.textContent = sentenceOf(error);
    }
  }

  /** @param {SessionEntry} session */
  const row = (session) => h("li", { class: "session" },
    h("div", null, h("strong", null, session.device || "A program"),
      session.isCurrent && h("span", { class: "quiet" }, " – here"),
      h("p", { class: "small quiet" }, sessionWords(session, Date.now()))),
    !session.isCurrent && h("button", { type: "button", class: "button slim",
      "aria-label": `End the session on ${session.device || "a program"}`,
      onclick: () => end(() => app.server.endSession(session.sessionID), ended) }, "End"));

  async function ended() {
    await read();
    say("The session has ended");
    // The button that had the focus is gone.
    find("h2", element).focus();
  }

  async function read() {
    ({ sessions } = await app.server.sessions());
    fill(list, sessions.map(row));
    changed(sessions);
    return sessions;
  }

  fill(list, sessions.map(row));
  return { element, read };
}

/** @param {SessionEntry} session @param {number} now @returns {string} */
export function sessionWords({ createdAt, lastUsedAt, isCurrent }, now) {
  const since = `Signed in ${inSentence(dayName(Number(createdAt), now))}`;
  return isCurrent ? since : `${since}, last used ${inSentence(shortTime(Number(lastUsedAt), now))}`;
}

/** @param {string} time @returns {string} names of days and “AM” keep their capitals */
const inSentence = (time) => ["Today", "Yesterday"].includes(time) ? time.toLowerCase() : time;
