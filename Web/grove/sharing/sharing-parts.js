/**
 * What is seldom needed is loaded when it is.
 *
 * @param {any} messenger
 * @param {Map<string, import("./sharing-types.js").CollaborationApp>} apps
 */
export function partsOf(messenger, apps) {
  const { internal } = messenger;
  const desk = once(async () =>
    new (await import("./share-desk.js")).ShareDesk(internal, apps));
  return {
    desk,
    memberships: once(async () =>
      new (await import("./membership-desk.js")).MembershipDesk(internal, await desk())),
    drafts: once(async () =>
      new (await import("./draft-table.js")).DraftTable(messenger, await desk())),
    views: once(async () => new (await import("./sharing-views.js")).SharingViews(messenger)),
    memberViews: once(async () =>
      new (await import("./membership-views.js")).MembershipViews(internal)),
    proofs: once(async () => new (await import("./proof-desk.js")).ProofDesk(internal)),
    notices: once(async () => new (await import("./notice-desk.js")).NoticeDesk(internal)),
    inbox: once(async () =>
      new (await import("./collaboration-inbox.js")).CollaborationInbox(internal)),
  };
}

/**
 * What the messenger calls. Where this account has shared nothing, changes of people and devices
 * mean nothing.
 *
 * @param {any} internal
 * @param {ReturnType<typeof partsOf>} parts
 * @param {() => void} catchUp
 */
export const hooksOf = ({ accountID, read }, parts, catchUp) => ({
  prepare: async (/** @type {number | undefined} */ contentType) => {
    if (contentType) await (await parts.inbox()).prepare(contentType);
    if ((await read.list("sharing/shared/")).size > 0) await import("./membership-rules.js");
  },
  receive: async (/** @type {[any, any, any]} */ ...received) =>
    (await parts.inbox()).receive(...received),
  rosterChanged: async (/** @type {any} */ { conversation }, /** @type {any} */ records) => {
    if ((await records.list(`sharing/shared/${conversation.conversationID}/`)).size === 0) return;
    const { rosterChanged } = await import("./membership-rules.js");
    await rosterChanged(records, conversation, accountID);
  },
  devicesChanged: async (/** @type {[any, any, any]} */ ...[, after, records]) => {
    if ((await records.list("sharing/shared/")).size === 0) return;
    const { devicesChanged } = await import("./membership-rules.js");
    await devicesChanged(records, after);
  },
  round: async () => catchUp(),
});

/**
 * @template Value
 * @param {() => Promise<Value>} load
 * @returns {() => Promise<Value>} loads once; a page that was offline tries again
 */
function once(load) {
  /** @type {Promise<Value> | undefined} */
  let loaded;
  return () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
}
