import { fill, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @param {import("./app.js").App} app what the large pane shows while no conversation is open */
export function welcomePane(app) {
  fill(app.pane, h("div", { class: "empty" },
    h("h2", null, "Choose a conversation"),
    h("p", null, "Or begin one: you need the handle of whoever you want to write to. Yours is ",
      h("strong", null, app.messenger.me.handle), "."),
    h("button", { type: "button", class: "button",
      onclick: () => app.greet() },
    icon("edit"), "New conversation"),
    h("p", { class: "small" },
      "Ctrl K searches, Alt N begins a conversation, Alt ↑ and ↓ change it.")));
}
