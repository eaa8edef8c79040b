import { problemIn } from "../../../Web/grove/rules/sharing/option-rules.js";
import { GroveError } from "../../../Web/grove/encoding/grove-error.js";
import { same } from "../support/harness.js";
import {
  missingFor, optionsSummary, readShareOptions, selectedIdentifiers, setOption,
} from "../../../Web/grove/rules/sharing/share-options.js";

const option = ({ requires, isSelected, ...one }) =>
  ({ ...one, ...(isSelected && { isSelected }), ...(requires && { requiredOptionsIdentifiers: requires }) });

const complete = (one) => ({ requiredOptionsIdentifiers: [], isSelected: false, ...one });

/** What may be chosen before sharing, and what follows from a choice. */
export class ShareOptionsChoice {
  handle(event) {
    const answer = event.is === "offered" ? this.#offered(event) : this.#set(event);
    const { options } = this;
    if (!options) return { answer };
    answer.selected = selectedIdentifiers(options);
    answer.disabled = options.groups.flatMap((group) => group.options)
      .map(({ identifier }) => ({ identifier, requires: missingFor(options, identifier) }))
      .filter(({ requires }) => requires.length > 0);
    return { answer, sentence: optionsSummary(options) };
  }

  #offered({ groups = [], summary }) {
    const offered = groups.map(({ options = [], ...group }) => ({ ...group, options: options.map(option) }));
    const problem = problemIn(offered.map((group) => ({ ...group, options: group.options.map(complete) })));
    try {
      this.options = readShareOptions({ groups: offered, summary });
      same(problem, undefined);
    } catch (error) {
      if (!(error instanceof GroveError)) throw error;
      this.options = undefined;
    }
    return { problem };
  }

  #set({ identifier, selected = false }) {
    if (!this.options) return {};
    const set = setOption(this.options, identifier, selected);
    if (set.ok) this.options = set.value;
    return set.ok ? {} : { refusal: { code: set.refusal.reason, requires: set.refusal.requires } };
  }
}
