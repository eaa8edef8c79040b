/** Files that make up the rules of which there are transcripts (docs/TRANSCRIPTS.md). */
export const files = [
  "rules/sharing/share-procedure.js", "rules/sharing/share-compensation.js", "rules/sharing/share-state.js",
  "rules/sharing/share-failure.js", "message/notice-ledger.js", "message/notice-merging.js",
  "rules/devices/kem-key-rules.js", "rules/sharing/share-options.js", "rules/sharing/option-rules.js",
  "rules/proofs/proof-rules.js", "rules/arrivals/membership-inbox.js", "rules/invitations/invitation-changes.js",
  "rules/membership/known-membership.js", "rules/membership/membership-rules.js",
  "rules/membership/shared-collaboration.js", "rules/conversations/inbox-rules.js",
  "rules/conversations/roster-rules.js", "rules/conversations/outbox-rules.js",
  "rules/conversations/receipt-rules.js", "rules/conversations/undelivery-rules.js",
  "rules/sharing/draft-rules.js", "rules/sharing/share-rows.js", "rules/sharing/share-job.js",
  "rules/devices/chain-rules.js", "rules/devices/alarm-rules.js", "rules/conversations/gossip-rules.js",
  "message/statement-pin.js", "message/device-list-alarm.js", "rules/notices/notice-rules.js",
  "rules/arrivals/push-inbox.js", "rules/notices/notice-address-rules.js",
  "rules/invitations/document-state.js", "rules/invitations/document-rules.js",
  "rules/invitations/ending-sentences.js", "rules/membership/still-shared.js",
  "rules/arrivals/awaited-ending.js", "rules/notices/conversation-news.js", "rules/attention/put-away.js",
];

const forTypes = "only the checker of types asks: what is missing here cannot be missing in this state";

/** Branches that no transcript reaches: the line on which each begins, and why. */
export const unreached = [
  {
    file: "rules/sharing/share-procedure.js", why: forTypes,
    lines: ['return compensate(this.state, failure ?? { code: "interrupted" });'],
  },
  {
    file: "message/notice-merging.js", why: "somebody told of by the app's name first and by their account within five minutes, "
      + "in one banner, before a map names them: notice.tests.js, and nobody's name alone makes two people one",
    lines: ["further.filter(({ account }) => account === one.account).reduce(joined, one)) };"],
  },
  {
    file: "rules/notices/conversation-news.js", why: "a clock behind that of who tells: a deed before every invitation of its "
      + "document stands where it did",
    lines: ["return before.length > 0 ? before : theirs;"],
  },
  {
    file: "message/notice-merging.js", why: "only a device tells of somebody added without saying whom: no transcript has one "
      + "with others who are named",
    lines: [
      "const subjects = told.subjects && [...(actor.subjects ?? []).filter(({ root }) => !roots.includes(root)), ...told.subjects];",
    ],
  },
  {
    file: "rules/notices/conversation-news.js",
    why: "no transcript changes who is in a conversation: sharing/conversation-news.tests.js, ConversationNewsTests",
    lines: ["const theirs = members.length > 0 ? members : former.length > 0 ? former : open.filter(({ until }) => until === Infinity);",
      "return subjects.length > 0 ? [{ ...actor, subjects }] : [];"],
  },
  {
    file: "rules/notices/conversation-news.js", why: "what is unread has no transcript: sharing/conversation-news.tests.js",
    lines: [
      "return (told.find((one) => one.root === root) ?? told.at(0))?.conversationID;",
    ],
  },
  {
    file: "message/notice-ledger.js", why: "it takes 257 banners: message/notice.tests.js",
    lines: ["if (banners.length > maximumBanners) banners.shift();"],
  },
  {
    file: "rules/devices/kem-key-rules.js", why: "saves a round that would do nothing: device/kem-key-rotation.tests.js",
    lines: ["export function isRotationWaiting(records, now) {"],
  },
  {
    file: "rules/notices/notice-address-rules.js",
    why: "which address it is stands before the push is opened: sharing/pushed-notices.tests.js",
    lines: ["export const noticeAddressOf = (records, addressID) =>"],
  },
  {
    file: "rules/notices/notice-address-rules.js",
    why: "begins with this account's signed device list: sharing/notice-addresses.tests.js",
    lines: [
      "export function tellAddresses(records, me, messageID, open) {",
      "export function addressesToTell(records, me) {",
      "const sharedAddress = ({ collaboration, addressID, endpoint, serverKey, publicKey }, keys) => ({",
    ],
  },
  {
    file: "rules/notices/notice-address-rules.js",
    why: "only pages have cards that lead to an app: sharing/pushed-notices.tests.js",
    lines: ["export const isAddressMissing = (records, collaboration) => noticesAreWanted(records, collaboration.audience)"],
  },
  {
    file: "rules/attention/put-away.js", why: "begins with this account's signed device list: sharing/put-away.tests.js",
    lines: [
      "export function putAwayHere(records, collaboration, banners, me) {",
      "export const putAwayDue = (records) => all(records, names.putAway()).filter(({ untold }) => untold.length > 0);",
      "export function tellPutAway(records, me, messageID) {",
    ],
  },
  {
    file: "rules/sharing/share-options.js", why: "how the JSON of an app is read: sharing/options.tests.js",
    lines: [
      'if (groups.flatMap(({ options }) => options).length > maximumOptions) throw malformed("options");',
      'summary: optionalText(members, "summary") || "Share Options",',
      'offered: members.optional("offered", () => members.array("offered", String, maximumOptions)) ??',
      'if (kind !== "switches" && kind !== "picker") throw malformed("a group of another kind");',
    ],
  },
  {
    file: "rules/sharing/share-options.js", why: forTypes,
    lines: [
      ".filter((required) => !option(options, required)?.isSelected) ?? [];",
      "return missing.map((required) => option(options, required)?.title ?? required);",
      'const titles = selected.map((identifier) => option(options, identifier)?.title ?? "");',
    ],
  },
  {
    file: "rules/membership/membership-rules.js", why: "remembers that there is an offer; what it says is transcribed",
    lines: ["export function rosterChanged(records, roster, me, { gone, at }) {"],
  },
  {
    file: "rules/membership/membership-rules.js",
    why: "no transcript changes a conversation: sharing/shared-elsewhere.tests.js, SharedElsewhereTests",
    lines: [
      "function forgetRemoved(records, { conversationID, members, state }, me) {",
      "function rememberFormer(records, conversationID, gone, leftAt) {",
    ],
  },
  {
    file: "rules/membership/membership-rules.js",
    why: "only pages ask, before somebody goes, what to take away: sharing/membership.tests.js",
    lines: ["export function takenAway(records, shared, isTheirs, keepsElsewhere) {"],
  },
  {
    file: "rules/membership/membership-rules.js",
    why: "what is shared in a second conversation, too: sharing/shared-elsewhere.tests.js",
    lines: [
      "const beside = sharedBeside(records, shared).flatMap((one) => theirs(one, wholly));",
      "...(beside.length > 0 && { beside }), ...(keeps.length > 0 && { only: true }) };",
      "const keeps = loses.filter((one) => agreed.keeps?.includes(one));",
    ],
  },
  {
    file: "rules/sharing/share-rows.js",
    why: "what is shared in a second conversation, too: sharing/shared-elsewhere.tests.js",
    lines: ["noteGone(this.#records, key, gone);"],
  },
  {
    file: "rules/sharing/share-rows.js", why: forTypes,
    lines: ["const persons = key ? personsOf(this.#records, key, added, [...issued, ...pending]) : [];"],
  },
  {
    file: "rules/invitations/document-rules.js",
    why: "the transcripts' invitations all came before what is told: sharing/shared-elsewhere.tests.js",
    lines: [".reduce((most, { order, receivedAt }) => (receivedAt <= at ? Math.max(most, order) : most), least);"],
  },
  {
    file: "rules/membership/membership-rules.js", why: forTypes,
    lines: ["const members = records.get(names.conversation(shared.conversationID))?.members ?? [];"],
  },
  {
    file: "rules/proofs/proof-rules.js", why: forTypes,
    lines: ["const title = titleOf(records, place) ?? candidates[0].title;"],
  },
  {
    file: "rules/invitations/document-state.js", why: "a card, which only pages show: sharing/membership.tests.js",
    lines: ["...(card && { card }), ...(firstLines !== undefined && { firstLines }),"],
  },
  {
    file: "rules/notices/notice-address-rules.js", why: "more choices than one message takes: sharing/notice-addresses.tests.js",
    lines: ["addresses: choices.length > atOnce ? []"],
  },
  {
    file: "rules/membership/shared-collaboration.js",
    why: "a card, which only pages write: sharing/membership.tests.js",
    lines: ['metadata: { localIdentifier: "", collaborationID, title, ...(card && { card }) }, participants: [],'],
  },
  {
    file: "rules/membership/shared-collaboration.js", why: "an invitation of one's own that comes again with an older count",
    lines: ["records.put(name, { ...shared, epoch: shared.epoch > epoch ? shared.epoch : epoch });"],
  },
  {
    file: "rules/conversations/inbox-rules.js", why: "which of the held entries are due: device/message-requests.tests.js",
    lines: ["export function isReleased(records, { conversationID }) {"],
  },
  {
    file: "rules/conversations/inbox-rules.js",
    why: "begins with this account's signed device list: sharing/invitations.tests.js, sharing/membership.tests.js",
    lines: [
      "const { contentType, conversationID } = message.body;",
      "if (answer?.dropped) ignore(records, arrival, answer.dropped);",
    ],
  },
  {
    file: "rules/conversations/receipt-rules.js", why: "what is owed as messages: device/inbox-rules.tests.js",
    lines: ["export function receiptsDue(owed) {"],
  },
  {
    file: "rules/conversations/undelivery-rules.js", why: "reads a relay's answer: device/inbox-rules.tests.js",
    lines: ["export function unreachedOf(undelivered, sent) {"],
  },
  {
    file: "rules/conversations/undelivery-rules.js", why: "a person has discarded the line of a message that waits",
    lines: [
      "const people = itemOf(records, message.messageID, deviceID)?.undelivered ?? [];", "if (!entry) return;",
      "const before = item?.undelivered ?? [];", "if (!item) return;",
    ],
  },
  {
    file: "message/statement-pin.js", why: "another account's chain is no answer: chain-rules.js asks first",
    lines: ['if (offered.accountID !== held.accountID) return { verdict: "other_account" };'],
  },
  {
    file: "rules/sharing/draft-rules.js", why: "stands in the shell of the Swift device: sharing/drafts.tests.js",
    lines: [
      "export function obstacleOf({ recipients }, me) {",
      "export function conversationOf(records, { conversationID, recipients }, me) {",
    ],
  },
  {
    file: "rules/sharing/draft-rules.js", why: "options in words are the sentences of share-options.json",
    lines: ['return options ? optionsSummary(options) : "Collaborate";'],
  },
  {
    file: "rules/sharing/share-job.js", why: "options in words are the sentences of share-options.json",
    lines: ['(options ? optionsSummary(options) : "");'],
  },
  {
    file: "rules/sharing/share-rows.js", why: forTypes,
    lines: [
      "if (!key) return;", "if (!this.#shared) return;", "if (!key || !state.started) return;",
      'const { link = "", collaborationID } = state.started ?? {};', "if (!key || !this.#shared) return;",
      "return { ...key, epoch: this.#job.state.started?.epoch ?? 0n, added, removed };",
    ],
  },
  {
    file: "rules/sharing/share-rows.js", why: "more than 256 roots that go",
    lines: ["const entries = part > 0 ? [] : added.map(({ account, root }) => ({ account, root }));"],
  },
];
