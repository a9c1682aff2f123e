import { randomBytes } from "node:crypto";
import type { Check } from "../check.ts";
import type { EventSource, Profile } from "../profile/types.ts";
import { NeedMissing } from "../verdicts.ts";
import { FeedReader } from "./feed-reader.ts";
import type { InboxOptions, OpenAddress } from "./inbox.ts";
import type { Mailbox } from "./mailbox.ts";

interface FeedSourceOptions {
  readonly mailbox: Mailbox;
  readonly feed: Extract<EventSource, { feed: unknown }>["feed"];
  readonly profile: Profile;
}

/** A feed of events, which each check reads on its own. */
export class FeedSource {
  readonly #options: FeedSourceOptions;
  readonly #end = new AbortController();

  constructor(options: FeedSourceOptions) {
    this.#options = options;
  }

  /** Skips the old events of the feed. Later ones arrive at the address once `begin` is called. */
  async open(check: Check, { account, merchant, onListening }: InboxOptions): Promise<OpenAddress> {
    const { mailbox, feed, profile } = this.#options;
    if (account !== undefined) throw new NeedMissing("control.registerWebhookEndpoint");
    const address = randomBytes(16).toString("hex");
    const reader = new FeedReader({
      check,
      feed,
      key: merchant.testKey,
      onEvent: (body, bytes) => mailbox.putValue(body, address, bytes),
    });
    await reader.skipPast(profile.deadlines.eventMs);
    const { baseUrl, checkoutUrl } = profile.target;
    onListening?.(`${feed.host === "checkout" ? checkoutUrl : baseUrl}${feed.path}`);
    return { address, begin: () => void reader.poll(this.#end.signal).catch(() => undefined) };
  }

  close(): void {
    this.#end.abort();
  }
}
