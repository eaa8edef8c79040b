import { bannerAttribution, bannerText } from "../../../Web/grove/message/notice-banner.js";
import { NoticeLedger } from "../../../Web/grove/message/notice-ledger.js";

/** What was told about collaborations, made quiet. */
export class NoticeLedgers {
  ledger = new NoticeLedger();

  constructor({ names = [] }) {
    const known = new Map(names.map(({ account, name }) => [account, name]));
    this.nameOf = (account) => known.get(account) ?? "Somebody";
  }

  handle(event) {
    const { ledger } = this;
    let receipt;
    if (event.is === "receive") {
      const { at, counter, ...notice } = event.notice;
      receipt = ledger.receive({ ...notice, at: BigInt(at), counter: BigInt(counter) },
        { account: event.from, device: event.device }, event.authenticity, BigInt(event.at));
    } else if (event.is === "dismiss") ledger.dismiss(event.id);
    else ledger.forget(event.audience, event.collaborationID);
    const { banners } = ledger.state;
    const texts = banners.map((banner) => {
      const word = bannerAttribution(banner, this.nameOf);
      return bannerText(banner, this.nameOf) + (word ? ` (${word})` : "");
    });
    return {
      answer: {
        receipt: receipt && { is: receipt.outcome, id: receipt.banner },
        banners: banners.map(bannerJSON),
        visible: ledger.visible("https://docs.example", "doc-1").map(({ id }) => id),
      },
      sentence: texts.length > 0 ? texts.join(" | ") : undefined,
    };
  }
}

/** A banner as transcripts write it. */
export const bannerJSON = ({ firstAt, latestAt, actors, ...banner }) => ({
  ...banner, firstAt: Number(firstAt), latestAt: Number(latestAt),
  actors: actors.map(({ account, name, subjects, count, authenticity }) => ({ account, name, subjects, count, authenticity })),
});
