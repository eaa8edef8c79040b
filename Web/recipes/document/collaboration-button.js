import { fill, h, keep, newID } from "../../ui/dom.js";
import { groupAvatar } from "../../ui/avatar.js";
import { switchRow } from "../../ui/choices.js";
import { icon } from "../../ui/icons.js";
import { counted, notOpened } from "../views/sentences.js";
import { personRow } from "./person-row.js";

/** @typedef {import("./participants.js").Person} Person */
/** @typedef {import("../session/presence.js").PresentPerson} PresentPerson */

/**
 * The collaboration button: who takes part, how many are here; behind it everything about working
 * together (design 3, step 11).
 *
 * @param {object} parts
 * @param {boolean} parts.showsCursors
 * @param {(shows: boolean) => void} parts.toggleCursors
 * @param {() => void} parts.message opens the messenger
 * @param {() => void} parts.opened its list is looked at
 * @param {(() => void) | undefined} parts.manage for the owner
 * @param {(() => void) | undefined} parts.leave for the others
 */
export function collaborationButton({ showsCursors, toggleCursors, message, opened, manage, leave }) {
  // Long because its parts, small functions, share what is shown at the moment.
  const [title, id] = [newID(), newID()];
  const picture = h("span", { class: "group-picture" });
  const count = h("span", { class: "active-count", hidden: true });
  const badge = h("span", { class: "badge", hidden: true });
  const button = h("button", { type: "button", class: "button collaboration", "aria-haspopup": "dialog",
    "aria-expanded": "false", "aria-controls": id, hidden: true }, picture, count, badge);
  const list = h("ul", { class: "people" });
  const waiting = h("p", { class: "small quiet", hidden: true });
  const knocks = h("span", { class: "badge", hidden: true });
  /** @type {HTMLElement} */
  const popover = h("div", { class: "popover card", popover: "auto", id, role: "dialog",
    "aria-labelledby": title, tabindex: "-1" },
  h("h2", { id: title }, "Working together"),
  h("button", { type: "button", class: "button wide", onclick: () => { popover.hidePopover(); message(); } },
    icon("send"), "Message"),
  list, waiting,
  h("div", { class: "choices" }, switchRow({ title: "Show cursors",
    detail: "Where the others are in the text", checked: showsCursors, onchange: toggleCursors })),
  manage && h("button", { type: "button", class: "button wide",
    onclick: () => { popover.hidePopover(); manage(); } }, icon("people"), "Manage", knocks),
  leave && h("button", { type: "button", class: "button wide danger",
    onclick: () => { popover.hidePopover(); leave(); } }, "Leave this recipe"));

  button.addEventListener("click", () => {
    if (popover.matches(":popover-open")) return popover.hidePopover();
    popover.showPopover();
    place();
    popover.focus();
  });
  const place = () => {
    const at = button.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.right - popover.offsetWidth, innerWidth - popover.offsetWidth - 8));
    popover.style.left = `${left}px`;
    popover.style.top = `${at.bottom + 6}px`;
  };
  popover.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) opened();
    // A phone that is turned must not leave it outside.
    globalThis[isOpen ? "addEventListener" : "removeEventListener"]("resize", place);
    const isLost = document.activeElement === document.body || popover.contains(document.activeElement);
    if (event.newState === "closed" && isLost) button.focus();
  });

  return {
    element: h("span", { class: "collaboration-place" }, button, popover),
    /**
     * @param {boolean} isShared
     * @param {Person[]} people
     * @param {PresentPerson[]} here
     * @param {{ invited: number, knocks: number }} waits
     * @param {string} [photo] address of the conversation's
     */
    show(isShared, people, here, waits, photo) {
      button.hidden = !isShared;
      const others = people.filter(({ isMe }) => !isMe);
      const hereNow = new Set(here.map(({ account }) => account));
      const active = here.length;
      fill(picture, photo || others.length > 0 ? groupAvatar(others, photo, "little")
        : icon("people"));
      count.hidden = active < 2;
      count.textContent = String(active);
      for (const one of [badge, knocks]) {
        one.hidden = waits.knocks === 0;
        one.textContent = String(waits.knocks);
      }
      button.setAttribute("aria-label", ["Working together",
        active > 1 && `${active} people here`,
        waits.knocks > 0 && `${counted(waits.knocks, "person", "people")} asking for access`,
      ].filter(Boolean).join(", "));
      waiting.hidden = waits.invited === 0;
      waiting.textContent = notOpened(waits.invited, people.filter(({ isOwner, joinedAt }) => !isOwner && joinedAt).length);
      keep(list, people, ({ account }) => account,
        ({ account, name, isMe, joinedAt }) => `${name} ${isMe} ${hereNow.has(account)} ${joinedAt}`,
        (person) => personRow(person, hereNow.has(person.account)));
    },
  };
}
