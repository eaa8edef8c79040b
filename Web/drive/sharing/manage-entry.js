import { h, lookOf } from "../../ui/dom.js";
import { choiceGroup, radioRows } from "../../ui/choices.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { manageDialog } from "../../recipes/document/manage-dialog.js";
import { ParticipantList } from "../../recipes/document/participant-list.js";
import { accessTitles, whoTitles } from "../../recipes/sharing/file-shares.js";

/** @typedef {import("../../recipes/server/body-types.js").FileShare} FileShare */
/** @typedef {import("../../recipes/server/body-types.js").FileTerms} FileTerms */
/** @typedef {import("../views/entry-dialogs.js").Work} Work */

/** Milliseconds after which who takes part is looked at again. */
const lookedAtEvery = 4_000;

/**
 * Who takes part in something of one's own, what they may do, who comes in, and the end of it.
 *
 * @param {Work} work
 * @param {FileShare} share
 */
export async function manageEntry(work, share) {
  const { app } = work;
  const noun = share.isFolder ? "folder" : "file";
  const participantList = new ParticipantList(app.account,
    /** @type {never} */ ({ collaborationID: share.collaborationID, access: "owner" }), app.me.account);
  let now = share;
  // Whoever comes, goes or asks meanwhile is seen while it is open.
  const lookAgain = () => void (document.visibilityState === "visible" && participantList.look());
  const managing = manageDialog({
    server: app.account, id: share.collaborationID, noun, participantList, isHere: () => false,
    choices: (carryOut) => termsPart(now, (terms) => carryOut(async () => {
      now = await app.account.changeFileShare(share.collaborationID, terms);
    })),
    closed: () => {
      clearInterval(looking);
      removeEventListener("focus", lookAgain);
      void work.refresh(share.path);
    },
    stopped: () => say(`“${share.name}” is not shared any more`),
  });
  let look = "";
  participantList.addEventListener("change", () => {
    const { people, invited, knocks } = participantList;
    const before = look;
    look = lookOf([people, invited, knocks, now]);
    if (look !== before) managing.show();
  });
  const looking = setInterval(lookAgain, lookedAtEvery);
  addEventListener("focus", lookAgain);
  await participantList.look();
}

/** @param {FileShare} now @param {(terms: FileTerms) => void} change */
const termsPart = ({ who, access, link }, change) => h("section", { class: "stack" },
  choiceGroup("Who can come in", radioRows([
    { id: "invited", title: whoTitles.invited, checked: who === "invited" },
    { id: "link", title: whoTitles.link, checked: who === "link" },
  ], "who", (id) => change({ who: id === "link" ? "link" : "invited", access })),
  who === "link" ? "Who came in by the link loses access when only who was invited can come in." : undefined),
  choiceGroup("Permission", radioRows([
    { id: "readWrite", title: accessTitles.readWrite, checked: access === "readWrite" },
    { id: "readOnly", title: accessTitles.readOnly, checked: access === "readOnly" },
  ], "access", (id) => change({ who, access: id === "readOnly" ? "readOnly" : "readWrite" }))),
  h("button", { type: "button", class: "button wide", id: "copy-link", onclick: async () => {
    await navigator.clipboard.writeText(link).then(() => say("The link is copied"),
      () => say("This browser lets no page copy. The link stands in your conversation."));
  } }, icon("link"), "Copy the link"));
