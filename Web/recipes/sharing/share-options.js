/** @typedef {import("../server/body-types.js").ShareOptions} ShareOptions */

export const option = (/** @type {string} */ identifier, /** @type {string} */ title,
  /** @type {boolean} */ isSelected, /** @type {string} */ subtitle = "") =>
  ({ identifier, title, subtitle, isSelected, requiredOptionsIdentifiers: [] });

/** @type {ShareOptions} */
const usualOptions = Object.freeze(
  { access: "readWrite", allowsComments: true, allowsMentions: true });

/** In a share sheet: what is shared already is not shared with some on other terms. */
export const footerOfShared = "This holds for everybody who has it, not only for those you share it with now.";

/**
 * What the share sheet shows: the same as the sample app in the terminal offers.
 *
 * @param {ShareOptions} now
 * @param {boolean} [isShared] there are people already whom a change concerns
 */
export function offeredOptions({ access, allowsComments, allowsMentions } = usualOptions, isShared = false) {
  const isReadOnly = access === "readOnly";
  const footer = isShared ? footerOfShared : "";
  return {
    summary: isReadOnly ? "Everyone can read" : "Everyone can make changes",
    groups: [
      { identifier: "permission", kind: "picker", title: "Permission", footer, options: [
        option("read-write", "Can make changes", !isReadOnly),
        option("read-only", "Read only", isReadOnly),
      ] },
      { identifier: "additional", kind: "switches", title: "Additional settings", footer: "",
        options: [
          option("comments", "Allow comments", allowsComments),
          { ...option("mentions", "Allow mentions", allowsMentions,
            "People can be called to the recipe by name"),
          requiredOptionsIdentifiers: ["comments"] },
        ] },
    ],
  };
}

/** @typedef {{ identifier: string, isSelected?: boolean } | null} Choice */

/**
 * What the server enforces. Nothing selected means the app's usual options.
 *
 * @param {unknown} selected what the messenger says the person chose
 * @returns {ShareOptions}
 */
export function selectedOptions(selected) {
  const { groups } = /** @type {{ groups?: { options?: Choice[] }[] }} */ (Object(selected));
  if (!Array.isArray(groups)) return { ...usualOptions };
  const chosen = new Set(groups.flatMap((group) => group.options ?? [])
    .filter((one) => one?.isSelected).map((one) => one?.identifier));
  return {
    access: chosen.has("read-only") ? "readOnly" : "readWrite",
    allowsComments: chosen.has("comments"), allowsMentions: chosen.has("mentions"),
  };
}
