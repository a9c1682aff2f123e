import { randomBytes } from "node:crypto";
import type { Check } from "../check.ts";
import type { Profile } from "../profile/types.ts";
import { Waits } from "../session/waits.ts";
import { NeedMissing } from "../verdicts.ts";
import type { ReceivedEvent } from "./event.ts";
import { FeedReader, intervalOf } from "./feed-reader.ts";
import { createInbox, type Inbox, type InboxOptions, SETTLING_MS } from "./inbox.ts";
import { Mailbox } from "./mailbox.ts";
import { type OpenReceiver, openReceiver, type Receiver } from "./receiver.ts";

/** How events arrive in a run: a receiver or a feed, opened when the first check needs it. */
export interface EventSources {
  readonly inbox: (check: Check, options: InboxOptions) => Promise<Inbox>;
  readonly close: () => Promise<void>;
}

export function createEventSources(options: {
  profile: Profile;
  judge: (event: ReceivedEvent) => void;
  /** Called with each event at an address of a merchant, without redeliveries. */
  onArrival?: (accountId: string, event: ReceivedEvent) => void;
  /** Default: of this one only. */
  waits?: Waits;
  /** Default: over a socket. */
  openReceiver?: OpenReceiver | undefined;
}): EventSources {
  const { profile, waits = new Waits() } = options;
  const mailbox = new Mailbox();
  const feed = profile.events !== undefined && "feed" in profile.events ? profile.events.feed : null;
  let receiver: Promise<Receiver> | undefined;
  const end = new AbortController();

  const inboxAt = (address: string, check: Check, { names, merchant, onEvent }: InboxOptions): Inbox => {
    if (merchant.own || address !== "")
      mailbox.watch(address, (event) => options.onArrival?.(merchant.accountId, event));
    return createInbox({
      // When the target reports idle, the feed may have unread events: it is polled at intervals.
      ...(feed !== null
        ? { settlingMs: Math.max(SETTLING_MS, 2 * intervalOf(feed)) }
        : {
            settle: (ms: number) => check.settle(merchant, ms),
            awaitIdle: (withinMs: number) => check.awaitIdle(merchant, withinMs),
          }),
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
  };

  /** Registers an endpoint by control, for an account that has no key of its own. */
  const ofAccount = async (
    check: Check,
    opened: Receiver,
    accountId: string,
    wanted: InboxOptions,
  ): Promise<Inbox> => {
    const address = randomBytes(16).toString("hex");
    mailbox.open(address);
    wanted.onListening?.(opened.urlFor(address));
    const made = await check.control.call("registerWebhookEndpoint", {
      path: { accountId },
      json: { url: opened.urlFor(address), events: wanted.names, mode: "test" },
    });
    const { id } = made as { id?: unknown };
    if (typeof id === "string" && check.has("control.removeWebhookEndpoint"))
      check.cleanUp((cleaning) =>
        cleaning.control.call("removeWebhookEndpoint", { path: { accountId, id } }),
      );
    return inboxAt(address, check, wanted);
  };

  const byReceiver = async (check: Check, wanted: InboxOptions): Promise<Inbox> => {
    const source = profile.events;
    if (source === undefined || !("receiver" in source)) throw new NeedMissing("events");
    receiver ??= (options.openReceiver ?? openReceiver)({ mailbox, ...source.receiver });
    const opened = await receiver;
    if (wanted.account !== undefined) return ofAccount(check, opened, wanted.account, wanted);
    if (!check.ports.bound("registerWebhookEndpoint")) {
      // The user registered the plain address once, for the profile's merchant: events of other merchants never arrive there.
      if (wanted.merchant.own || check.has("control.registerWebhookEndpoint"))
        return ofAccount(check, opened, wanted.merchant.accountId, wanted);
      wanted.onListening?.(opened.urlFor(""));
      return inboxAt("", check, wanted);
    }
    const address = randomBytes(16).toString("hex");
    // Events may arrive at an endpoint before the response to its registration.
    mailbox.open(address);
    const { accountId, testKey: key } = wanted.merchant;
    wanted.onListening?.(opened.urlFor(address));
    const registered = await check.ports.call("registerWebhookEndpoint", {
      inputs: { url: opened.urlFor(address), events: wanted.names, accountId },
      key,
    });
    check.succeeded(registered.answer);
    const endpointId = registered.output("endpointId");
    if (check.ports.bound("deleteWebhookEndpoint") && typeof endpointId === "string") {
      check.cleanUp((cleaning) =>
        cleaning.ports.call("deleteWebhookEndpoint", { inputs: { endpointId, accountId }, key }),
      );
    }
    return inboxAt(address, check, wanted);
  };

  const byFeed = async (check: Check, wanted: InboxOptions): Promise<Inbox> => {
    if (feed === null) throw new NeedMissing("events");
    if (wanted.account !== undefined) throw new NeedMissing("control.registerWebhookEndpoint");
    const address = randomBytes(16).toString("hex");
    const reader = new FeedReader({
      ...{ check, feed, key: wanted.merchant.testKey },
      onEvent: (body, bytes) => mailbox.putValue(body, address, bytes),
    });
    await reader.skipPast(profile.deadlines.eventMs);
    const { baseUrl, checkoutUrl } = profile.target;
    wanted.onListening?.(`${feed.host === "checkout" ? checkoutUrl : baseUrl}${feed.path}`);
    reader.poll(end.signal).catch(() => undefined);
    return inboxAt(address, check, wanted);
  };

  return {
    inbox: async (check, wanted) => {
      if (profile.events === undefined) throw new NeedMissing("events");
      return "receiver" in profile.events ? byReceiver(check, wanted) : byFeed(check, wanted);
    },
    close: async () => {
      end.abort();
      if (receiver !== undefined) await (await receiver).close();
    },
  };
}
