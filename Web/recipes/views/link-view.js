import { fill, h, newID } from "../../ui/dom.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { codeOf } from "../server/problem.js";
import { openWithMessenger, submit } from "../sharing/access.js";
import { sentenceOf } from "./words.js";

/** How often somebody who has asked for access looks whether it was given, in milliseconds. */
const lookEvery = 4000;

/**
 * A shared link that this account has no access to (yet). Opening it has changed nothing anywhere.
 *
 * @param {import("../app.js").App} app
 * @param {string} collaborationID
 * @param {string} messengerOrigin where this person's messenger is
 * @returns {Promise<import("../app.js").View>}
 */
export async function linkView(app, collaborationID, messengerOrigin) {
  const { server, me } = app;
  const body = h("div", { class: "stack" });
  const element = h("div", { class: "page narrow" },
    h("section", { class: "card access stack" }, h("h1", null, "A shared recipe"), body));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isOver = false;
  const problem = h("p", { class: "error", role: "alert" });

  function begin() {
    const place = messengerOrigin ? new URL(messengerOrigin).host : "";
    const isOther = messengerOrigin !== app.config.messengerOrigin;
    const openButton = h("button", { type: "button", class: "button primary wide",
      onclick: () => openNow() }, "Open with your messenger");
    fill(body,
      h("p", null, "Somebody shared this recipe in a conversation. A link gives no access by itself: "
        + "your messenger shows that you were invited."),
      messengerOrigin ? h("p", { class: "small quiet" },
        `Your messenger at ${place} opens and asks whether it may. It shows this app nothing before.`)
        : h("p", { class: "note warning" }, "No messenger is known here. Open the link from your "
          + "conversation."),
      messengerOrigin && isOther && h("p", { class: "note warning" },
        `This link names a messenger of its own, ${place}. Go on only if that is yours.`),
      whoAmI(), messengerOrigin && openButton, problem,
      h("button", { type: "button", class: "button plain wide", onclick: () => knockForm("") },
        "I was not invited: ask for access"));
  }

  const whoAmI = () => h("div", { class: "who" },
    h("p", null, "You open it as ", h("b", null, me.displayName), ` (${me.account}).`),
    h("button", { type: "button", class: "button slim", onclick: async () => {
      await server.signOut().catch(() => {});
      app.signedOut();
    } }, "Not you?"));

  /** In a click: browsers open windows for nothing else. */
  async function openNow() {
    problem.textContent = "";
    const messenger = MessengerWindow.open(messengerOrigin, "/prove");
    if (messenger.isBlocked) return blocked();
    fill(body, h("p", { role: "status" }, "Look at your messenger: it asks whether to open this recipe."),
      whoAmI(),
      h("button", { type: "button", class: "button wide", onclick: () => messenger.focus() },
        "Show the messenger"),
      h("button", { type: "button", class: "button plain wide", onclick: () => messenger.close() },
        "Cancel"));
    try {
      const opened = await openWithMessenger(server, messenger, collaborationID);
      if (isOver) return;
      if (opened.ok) {
        messenger.close();
        return entered();
      }
      begin();
      problem.textContent = opened.sentence;
      if (opened.reason === "already_bound") wrongAccount(opened.sentence);
      if (opened.reason === "not_invited") knockForm(opened.sentence);
    } catch (error) {
      if (isOver) return;
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      begin();
      problem.textContent = sentenceOf(error);
    }
  }

  const entered = () => app.go(`/d/${encodeURIComponent(collaborationID)}`, { replace: true });

  function blocked() {
    begin();
    problem.textContent = "Your browser did not open the messenger. Allow windows for this page and "
      + "try again, or go there in this window.";
    body.append(h("button", { type: "button", class: "button wide", onclick: async () => {
      try {
        const { challenge, account } = await server.challenge(collaborationID);
        const { redirectToProve } = await import("../../grove/bridge/redirected-proof.js");
        redirectToProve(messengerOrigin, { collaborationID, challenge, account });
      } catch (error) {
        problem.textContent = sentenceOf(error);
      }
    } }, "Go to the messenger here"));
  }

  /** @param {string} sentence */
  function wrongAccount(sentence) {
    fill(body, h("p", { role: "alert" }, sentence), whoAmI(),
      h("button", { type: "button", class: "button wide", onclick: () => begin() }, "Back"));
  }

  /** @param {string} why */
  function knockForm(why) {
    problem.textContent = "";
    const id = newID();
    const note = h("input", { class: "input", id, maxlength: 200, autocomplete: "off",
      placeholder: "It is me, Bob from next door" });
    fill(body,
      h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void knock(note.value.trim());
      } },
      why && h("p", { role: "alert" }, why),
      h("p", null, "You can ask the owner for access. They see your name, your account and your note."),
      whoAmI(),
      h("div", { class: "field" }, h("label", { for: id }, "A note for the owner"), note), problem,
      h("button", { class: "button primary wide" }, "Ask for access"),
      h("button", { type: "button", class: "button plain wide", onclick: () => begin() }, "Back")));
  }

  /** @param {string} note */
  async function knock(note) {
    problem.textContent = "";
    try {
      await server.knock(collaborationID, note);
      waiting();
    } catch (error) {
      problem.textContent = sentenceOf(error);
    }
  }

  function waiting() {
    fill(body, h("div", { class: "waiting", role: "status" },
      h("h2", null, "You have asked"),
      h("p", null, "If the owner says yes, the recipe opens here by itself. You can also come back "
        + "later with the same link.")),
    whoAmI(), h("a", { class: "button wide", href: "/" }, "All recipes"));
    look();
  }

  function look() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const found = await server.collaboration(collaborationID).catch(() => undefined);
      if (isOver) return;
      if (found) entered();
      else look();
    }, lookEvery);
  }

  begin();
  return {
    title: "A shared recipe", element, close: () => { isOver = true; clearTimeout(timer); },
    opened: () => void comeBack(),
  };

  /** From the messenger, where no window could be opened. */
  async function comeBack() {
    if (!location.hash.includes("collab-proof=")) return;
    const { takeRedirectedProof } = await import("../../grove/bridge/redirected-proof.js");
    const back = takeRedirectedProof();
    if (!back || back.collaborationID !== collaborationID) return;
    if (!back.proof) return void (problem.textContent = "The messenger gave no answer.");
    try {
      const outcome = await submit(server, collaborationID, back.proof);
      if (outcome.ok) entered();
      else if (outcome.reason === "already_bound") wrongAccount(outcome.sentence);
      else problem.textContent = "Your invitation does not count any more.";
    } catch (error) {
      problem.textContent = sentenceOf(error);
    }
  }
}

