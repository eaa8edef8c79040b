import { fill, find, h, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { codeOf } from "../server/problem.js";
import { makeCode, sentenceOf } from "./sentences.js";

/** @typedef {import("../server/body-types.js").SessionEntry} SessionEntry */
/** @typedef {{ code: string, expiresAt: string }} Made */

/** How often the page looks whether its code was used, in milliseconds. */
const lookEvery = 2000;
/** For how long a code is good, in milliseconds (protocol 8.10): by this browser's clock, whatever the server's says. */
const lifetime = 600_000;

/**
 * Makes a code by which this person signs in on another device, and says what becomes of it.
 *
 * @param {import("../app.js").App} app
 * @param {() => Promise<SessionEntry[]>} changed the list of sessions is to be read again; answers it
 */
export function signInCodeCard(app, changed) {
  // Long because its parts, small functions, share the one code that is shown.
  const id = newID();
  const problem = h("p", { class: "error", role: "alert" });
  const body = h("div", { class: "stack" });
  const title = h("h2", { id, tabindex: "-1" }, "Sign in on another device");
  const element = h("section", { class: "stack card", "aria-labelledby": id }, title, body, problem);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {string | undefined} the session that it is said was begun with the last code */
  let begun;

  /** @param {string} words @param {string} [kind] */
  const maker = (words, kind = "") =>
    h("button", { type: "button", class: `button ${kind}`, onclick: (/** @type {Event} */ event) =>
      void make(/** @type {HTMLButtonElement} */ (event.currentTarget)) }, words);

  /** @param {HTMLButtonElement} button */
  async function make(button) {
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = "";
    try {
      const known = await changed();
      show(await app.server.makeSignInCode(), known);
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      problem.textContent = sentenceOf(error);
    } finally {
      button.disabled = false;
    }
  }

  /** @param {Made} made @param {SessionEntry[]} known those before the code could be used */
  function show(made, known) {
    clearTimeout(timer);
    begun = undefined;
    const until = Date.now() + lifetime;
    const left = h("p", { class: "small quiet" }, goodFor(until - Date.now()));
    const code = h("p", { class: "sign-in-code", "aria-label": "Code", tabindex: "-1" },
      groupsOf(made.code).map((group) => h("span", null, `${group} `)));
    fill(body, code, left,
      h("ol", { class: "code-steps" },
        h("li", null, "On the other device open what was shared with you, or ", h("b", null, location.host), "."),
        h("li", null, "Choose ", h("b", null, "I have a code from another device"),
          ", where you are not asked for it already."),
        h("li", null, "Enter the code.")),
      h("p", { class: "note warning" }, "Enter it on devices of your own only, and tell it to nobody: whoever has it is in "
        + "your account."),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "button", onclick: () => void copy(linkOf(made.code)) },
          icon("copy"), "Copy a link with it"),
        maker("Make another code", "plain")));
    code.focus();
    const look = async () => {
      left.textContent = goodFor(until - Date.now());
      const state = await app.server.sessions().catch((error) =>
        codeOf(error) === "unauthenticated" ? app.signedOut() : undefined);
      const outcome = state && outcomeOf(state, made, known, Date.now() >= until - lookEvery);
      if (!element.isConnected || !code.isConnected) return;
      if (!outcome) return void (timer = setTimeout(look, lookEvery));
      await changed().catch(() => {});
      begin(outcome);
      begun = addedIn(state, known)?.sessionID;
    };
    timer = setTimeout(look, lookEvery);
  }

  /** @param {string} [outcome] of the code before */
  function begin(outcome) {
    begun = undefined;
    // What had the focus goes.
    const hadFocus = body.contains(document.activeElement);
    fill(body, outcome ? h("p", { role: "status" }, outcome)
      : h("p", null, "Here you make a code, and enter it there. You need no password for it."),
    h("div", { class: "buttons" }, maker(outcome ? "Make another code" : makeCode)));
    if (outcome) say(outcome);
    if (hadFocus) find("h2", element).focus();
  }

  /** @param {SessionEntry[]} sessions as they are now: where one is signed in no more is not said any longer */
  function read(sessions) {
    if (begun && !sessions.some(({ sessionID }) => sessionID === begun)) begin();
  }

  begin();
  return { element, read, close: () => clearTimeout(timer) };
}

/**
 * @param {{ sessions: SessionEntry[], codeExpiresAt?: string }} state
 * @param {Made} made
 * @param {SessionEntry[]} known
 * @param {boolean} isOver whether its time is
 * @returns {string | undefined} what has become of the code; nothing while it is good
 */
export function outcomeOf({ sessions, codeExpiresAt }, made, known, isOver) {
  if (codeExpiresAt === made.expiresAt) return undefined;
  const added = addedIn({ sessions }, known);
  if (added) return `The code was used: you are signed in on ${added.device || "another device"} too.`;
  return isOver ? "The time of this code is over." : "This code is not good any more.";
}

/** @param {{ sessions: SessionEntry[] }} state @param {SessionEntry[]} known */
const addedIn = ({ sessions }, known) => sessions.find(({ sessionID }) => !known.some((one) => one.sessionID === sessionID));

/** @param {string} code @returns {string[]} two groups, easier to type than one */
export const groupsOf = (code) => [code.slice(0, 5), code.slice(5)];

/** @param {string} code @returns {string} a link that carries it behind the `#`, which browsers keep to themselves */
export const linkOf = (code) => `${location.origin}/#code=${code}`;

/** @param {number} milliseconds @returns {string} */
export function goodFor(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes > 1 ? `Good once, for ${minutes} minutes.` : "Good once, for less than a minute.";
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("The link is copied");
  } catch {
    say("This browser does not let the page copy. Type the code instead.");
  }
}
