import { createHash, randomBytes } from "node:crypto";
import type { Check } from "../check.ts";
import type { Profile } from "../profile/types.ts";
import { NeedMissing } from "../verdicts.ts";
import type { ReceivedEvent } from "./event.ts";
import { createInbox, type Inbox, type InboxOptions, SETTLING_MS } from "./inbox.ts";
import { Mailbox } from "./mailbox.ts";
import { type OpenReceiver, openReceiver, type Receiver } from "./receiver.ts";
import { pointed } from "../../spec/json.ts";

/** How events arrive in a run: a receiver or a feed, opened when the first check needs it. */
export interface EventSources {
  readonly inbox: (check: Check, options: InboxOptions) => Promise<Inbox>;
  readonly close: () => Promise<void>;
}

const FEED_INTERVAL_MS = 250;
/** The maximum number of pages: a feed may never end. */
const MOST_PAST_PAGES = 200;

export function createEventSources(options: {
  profile: Profile;
  judge: (event: ReceivedEvent) => void;
  /** Called with each event at an address of a merchant, without redeliveries. */
  onArrival?: (accountId: string, event: ReceivedEvent) => void;
  /** Default: over a socket. */
  openReceiver?: OpenReceiver | undefined;
}): EventSources {
  const { profile } = options;
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
        ? { settlingMs: Math.max(SETTLING_MS, 2 * (feed.intervalMs ?? FEED_INTERVAL_MS)) }
        : {
            settle: (ms: number) => check.settle(merchant, ms),
            awaitIdle: (withinMs: number) => check.awaitIdle(merchant, withinMs),
          }),
      family: names.every((name) => name.startsWith("connect.")) ? "connect" : "subscription",
      mailbox,
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
    const source = profile.events;
    if (source === undefined || !("feed" in source)) throw new NeedMissing("events");
    if (wanted.account !== undefined) throw new NeedMissing("control.registerWebhookEndpoint");
    const { feed } = source;
    const intervalMs = feed.intervalMs ?? FEED_INTERVAL_MS;
    const address = randomBytes(16).toString("hex");
    const known = new Set<string>();
    let cursor: string | undefined;
    // Events in the feed from before the check belong to others.
    let past = true;
    /** Number of new events on a page; null when the page is no list of events. */
    const readPage = async (): Promise<number | null> => {
      let fresh = 0;
      const answer = await check.send({
        method: "GET",
        host: feed.host ?? "payment",
        to: feed.path,
        aside: true,
        key: wanted.merchant.testKey,
        ...(feed.cursorParameter !== undefined && cursor !== undefined
          ? { query: { [feed.cursorParameter]: cursor } }
          : {}),
      });
      const list = answer.read.kind === "json" ? pointed(answer.read.value, feed.list ?? "") : undefined;
      if (answer.read.kind !== "json" || !Array.isArray(list)) return null;
      for (const body of list as unknown[]) {
        const text = JSON.stringify(body);
        const fingerprint = createHash("sha256").update(text).digest("base64");
        if (known.has(fingerprint)) continue;
        known.add(fingerprint);
        fresh += 1;
        if (!past) mailbox.putValue(body, address, Buffer.byteLength(text));
      }
      const next = feed.cursor === undefined ? undefined : pointed(answer.read.value, feed.cursor);
      if (typeof next === "string" || typeof next === "number") cursor = String(next);
      return fresh;
    };
    const poll = async (): Promise<void> => {
      while (!check.signal.aborted && !end.signal.aborted) {
        // A feed that fails once is read again.
        await readPage().catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, intervalMs));
      }
    };
    await readToEnd(readPage, { intervalMs, withinMs: profile.deadlines.eventMs });
    past = false;
    const { baseUrl, checkoutUrl } = profile.target;
    wanted.onListening?.(`${feed.host === "checkout" ? checkoutUrl : baseUrl}${feed.path}`);
    poll().catch(() => undefined);
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

/**
 * Reads a feed until it has nothing new. If it fails, it is read again until the deadline; a feed without a list by then counts
 * as empty.
 * @throws the last failure if the feed never answered
 */
async function readToEnd(
  look: () => Promise<number | null>,
  { intervalMs, withinMs }: { intervalMs: number; withinMs: number },
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let pages = 0; pages < MOST_PAST_PAGES; pages += 1) {
    const isLate = performance.now() >= deadline;
    const fresh = await look().catch((error: unknown) => {
      if (isLate) throw error;
      return null;
    });
    if (fresh === 0 || (fresh === null && isLate)) return;
    if (fresh === null) await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
