// Types that JSDoc has no words for, and what browsers have and the compiler's older types have not.

type PageLeaf = Node | string | number | false | null | undefined;

/** An element, a text, a list of those; what is absent is left out. */
type PageChild = PageLeaf | readonly PageChild[];

interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
}

interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}

interface HTMLElementEventMap {
  toggle: ToggleEvent;
}

/** Answers that the page asked for while its script was on the way: recipes/server/prefetch.js. */
declare var prefetched: Map<string, Promise<Response>> | undefined;
