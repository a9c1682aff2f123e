import type { Check } from "../check.ts";
import type { Profile } from "../profile/types.ts";
import { Waits } from "../session/waits.ts";
import { NeedMissing } from "../verdicts.ts";
import type { ReceivedEvent } from "./event.ts";
import { intervalOf } from "./feed-reader.ts";
import { FeedSource } from "./feed-source.ts";
import { createInbox, type Inbox, type InboxOptions, SETTLING_MS } from "./inbox.ts";
import { Mailbox } from "./mailbox.ts";
import { ReceiverSource } from "./receiver-source.ts";
import type { OpenReceiver } from "../http/transport.ts";

/** How events arrive in a run: a receiver or a feed. */
export interface EventSources {
  readonly inbox: (check: Check, options: InboxOptions) => Promise<Inbox>;
  readonly close: () => Promise<void>;
}

export function createEventSources(options: {
  profile: Profile;
  judge: (event: ReceivedEvent) => void;
  /** Called with each event at an address of a merchant, without redeliveries. */
  onArrival?: (accountId: string, event: ReceivedEvent) => void;
  /** Default: waits of these sources only. */
  waits?: Waits;
  /** Default: a receiver on a socket. */
  openReceiver?: OpenReceiver | undefined;
}): EventSources {
  const { profile, waits = new Waits(), openReceiver } = options;
  const mailbox = new Mailbox();
  const { events } = profile;
  if (events === undefined)
    return { inbox: () => Promise.reject(new NeedMissing("events")), close: () => Promise.resolve() };
  const source =
    "feed" in events
      ? new FeedSource({ mailbox, feed: events.feed, profile })
      : new ReceiverSource({
          ...{ mailbox, receiver: events.receiver, openReceiver },
          withinMs: profile.deadlines.ruleMs,
        });
  return {
    inbox: async (check, wanted) => {
      const { names, merchant, onEvent } = wanted;
      const { address, begin, isGone } = await source.open(check, wanted);
      if (merchant.own || address !== "")
        mailbox.watch(address, (event) => options.onArrival?.(merchant.accountId, event));
      const inbox = createInbox({
        // When the target reports idle, the feed may have unread events: it is polled at intervals.
        ...("feed" in events
          ? { settlingMs: Math.max(SETTLING_MS, 2 * intervalOf(events.feed)) }
          : {
              settle: (ms: number) => check.settle(merchant, ms),
              awaitIdle: (withinMs: number) => check.awaitIdle(merchant, withinMs),
            }),
        ...(isGone === undefined ? {} : { isGone }),
        family: names.every((name) => name.startsWith("connect.")) ? "connect" : "subscription",
        mailbox,
        waits,
        address,
        eventMs: profile.deadlines.eventMs,
        signal: check.signal,
        judge: (event) => {
          onEvent?.(event);
          options.judge(event);
        },
      });
      begin?.();
      return inbox;
    },
    close: async () => source.close(),
  };
}
