import { loaded } from "./loading.js";

/**
 * @typedef {import("../sharing/sharing.js").Sharing} Sharing
 * @typedef {import("../sharing/sharing.js").CollaborationApp} CollaborationApp
 */

/**
 * Questions whose answer is nothing while there are no records of these kinds.
 *
 * @type {Record<string, string[]>}
 */
const nothingWithout = {
  awaitedApps: ["job", "changed-devices"], confirmedAccounts: ["confirmed-account"],
  drafts: ["draft"], highlights: ["invitation"], membershipOffers: ["shared"],
  notices: ["notice-ledger"], renewals: ["shared"], sharedIn: ["shared"], warnedLinks: ["plain-link"],
};

/** What is only shown needs no more than what it is read by. */
const shown = ["addressFor", "highlight", "highlightForLink", "highlights", "notices", "warnedLinks"];
const shownToSharers = ["membershipOf", "membershipOffers", "renewals", "sharedIn"];

/** What somebody has to go on with. */
const unfinished = ["job", "pending", "changed-devices"];

/**
 * The sharing side of a messenger, loaded when there is something to share: most of a day people
 * only write to each other.
 *
 * @param {import("./messenger.js").Messenger} messenger
 * @returns {Sharing} whose methods load it first
 */
export function lazySharing(messenger) {
  const { internal } = messenger;
  /** @type {Map<string, CollaborationApp>} */
  const apps = new Map();
  const load = once(async () => {
    const { Sharing } = await import("../sharing/sharing.js");
    const sharing = new Sharing(messenger);
    for (const app of apps.values()) sharing.register(app);
    return sharing;
  });
  const views = once(async () =>
    new (await import("../sharing/sharing-views.js")).SharingViews(messenger));
  const sharersViews = once(async () =>
    new (await import("../sharing/membership-views.js")).MembershipViews(internal));
  /** @param {string[]} kinds */
  const hasNone = async (kinds) => {
    const found = await Promise.all(kinds.map((kind) =>
      internal.read.page(`sharing/${kind}/`, { limit: 1 })));
    return found.every(({ length }) => length === 0);
  };
  internal.use(lazyHooks(internal, load, hasNone));
  // A share in another tab, which may be closed in the middle.
  messenger.addEventListener("sharing", (/** @type {any} */ { detail }) => {
    if (detail.kind === "job") load().catch(() => undefined);
  });
  /** @type {Record<string, unknown>} */
  const own = {
    then: undefined,
    isAppHere: (/** @type {string} */ origin) => apps.has(origin),
    register: (/** @type {CollaborationApp} */ app) => {
      apps.set(app.origin, app);
      load().then((sharing) => sharing.register(app)).catch(() => undefined);
    },
    unregister: (/** @type {string} */ origin) => {
      apps.delete(origin);
      load.begun()?.then((sharing) => sharing.unregister(origin)).catch(() => undefined);
    },
  };
  const get = (/** @type {object} */ _, /** @type {string} */ name) =>
    name in own ? own[name] : async (/** @type {unknown[]} */ ...given) => {
      if (nothingWithout[name] && (await hasNone(nothingWithout[name]))) return [];
      const part = shown.includes(name) ? views : shownToSharers.includes(name) ? sharersViews : load;
      return /** @type {any} */ (await part())[name](...given);
    };
  return /** @type {any} */ (new Proxy(own, { get }));
}

/**
 * Until the sharing side is there with its own: each loads it where there is something for it to do,
 * and what has nothing to do does nothing.
 *
 * @param {any} internal of the messenger
 * @param {() => Promise<Sharing>} load
 * @param {(kinds: string[]) => Promise<boolean>} hasNone
 * @returns {import("./local-device.js").SharingHooks}
 */
function lazyHooks(internal, load, hasNone) {
  const pass = (/** @type {string} */ name) => async (/** @type {any[]} */ ...given) => {
    await load();
    const its = internal.hooks[name];
    return its === /** @type {any} */ (lazy)[name] ? undefined : its(...given);
  };
  const [prepare, round] = [pass("prepare"), pass("round")];
  /** @type {import("./local-device.js").SharingHooks} */
  const lazy = {
    // Where this account has shared nothing, changes of people and devices mean nothing.
    prepare: async (contentType) => {
      if (contentType || !(await hasNone(["shared"]))) await prepare(contentType);
    },
    receive: pass("receive"),
    round: async () => {
      if (!(await hasNone(unfinished))) await round();
    },
  };
  return lazy;
}

/**
 * @template Value
 * @param {() => Promise<Value>} load
 */
function once(load) {
  /** @type {Promise<Value> | undefined} */
  let loading;
  const begin = () => {
    loading ??= loaded(load());
    loading.catch(() => (loading = undefined));
    return loading;
  };
  return Object.assign(begin, { begun: () => loading });
}
