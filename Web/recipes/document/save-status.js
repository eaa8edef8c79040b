import { h } from "../../ui/dom.js";

/**
 * Whether what was typed is saved. Only a lost connection is worth a screen reader's words, and its
 * return.
 */
export function saveStatus() {
  const shown = h("span");
  const more = h("span", { class: "save-more" });
  const told = h("span", { class: "spoken", role: "status" });
  let wasAway = false;
  return {
    element: h("p", { class: "save-status small quiet" }, shown, more, told),
    /** @param {{ saving: "saved" | "saving" | "waiting", isConnected: boolean }} session */
    show({ saving, isConnected }) {
      const isAway = saving === "waiting";
      more.textContent = isAway ? " Your changes are kept here." : "";
      shown.textContent = isAway ? "Offline." : saving === "saving" ? "Saving…" : isConnected ? "Saved" : "Connecting…";
      if (isAway !== wasAway) {
        told.textContent = isAway ? "Offline. Your changes are kept here and sent later."
          : "Connected again.";
      }
      wasAway = isAway;
    },
  };
}
