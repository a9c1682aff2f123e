import type { Check } from "../check.ts";
import type { Profile, EventSource } from "../profile/types.ts";
import { Waits, pause } from "../time.ts";
import { NeedMissing } from "../verdicts.ts";
import type { ReceivedEvent } from "../event.ts";
import { createInbox, type Inbox, type InboxOptions, SETTLING_MS, type OpenAddress } from "../inbox/inbox.ts";
import { Mailbox } from "../inbox/mailbox.ts";
import type { OpenReceiver, Receiver } from "../http/wire.ts";
import { randomBytes, createHash } from "node:crypto";
import { pointed } from "../../spec/json.ts";
import { openReceiver } from "../inbox/receiver.ts";

/** How events arrive in a run: a receiver or a feed. */
export interface EventSources {
  readonly inbox: (check: Check, options: InboxOptions) => Promise<Inbox>;
  readonly close: () => Promise<void>;
}

export function createEventSources(options: {
  profile: Profile;
  judge: (event: ReceivedEvent) => void;
  /** Called with each event at an address of a merchant whose body did not arrive before, and with whether its id did. */
  onArrival?: (accountId: string, event: ReceivedEvent, isRedelivery: boolean) => void;
  /** Called with each delivery to an address of the run, whatever it is. */
  onDelivery?: (bytes: Uint8Array, address: string) => void;
  /** Default: waits of these sources only. */
  waits?: Waits;
  /** Default: a receiver on a socket. */
  openReceiver?: OpenReceiver | undefined;
}): EventSources {
  const { profile, waits = new Waits(), openReceiver } = options;
  const mailbox = new Mailbox(options);
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
        mailbox.watch(address, (...arrived) => options.onArrival?.(merchant.accountId, ...arrived));
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

interface FeedSourceOptions {
  readonly mailbox: Mailbox;
  readonly feed: Extract<EventSource, { feed: unknown }>["feed"];
  readonly profile: Profile;
}

/** A feed of events, which each check reads on its own. */
class FeedSource {
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
      onEvent: (body, text) => mailbox.putValue(body, address, text),
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

type Feed = Extract<EventSource, { feed: unknown }>["feed"];

/** The maximum number of pages, since a feed may never end. */
const MOST_PAST_PAGES = 200;

/** How often a feed is read, ms. */
const intervalOf = ({ intervalMs = 250 }: Feed): number => intervalMs;

/** Reads a feed for one check, and passes on the events that are new. */
class FeedReader {
  readonly #check: Check;
  readonly #feed: Feed;
  readonly #key: string;
  readonly #onEvent: (body: unknown, text: string) => void;
  readonly #known = new Set<string>();
  #cursor: string | undefined;
  /** Whether events that are read now are from before the check, and so are ignored. */
  #isPast = true;

  constructor(options: {
    check: Check;
    feed: Feed;
    key: string;
    onEvent: (body: unknown, text: string) => void;
  }) {
    this.#check = options.check;
    this.#feed = options.feed;
    this.#key = options.key;
    this.#onEvent = options.onEvent;
  }

  /**
   * Reads the feed until it has nothing new. If it fails, it is read again until the deadline; a feed without a list by then
   * counts as empty.
   * @throws the last failure if the feed never answered
   */
  async skipPast(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    for (let pages = 0; pages < MOST_PAST_PAGES; pages += 1) {
      const isLate = performance.now() >= deadline;
      const fresh = await this.#readPage().catch((error: unknown) => {
        if (isLate) throw error;
        return null;
      });
      if (fresh === 0 || (fresh === null && isLate)) break;
      if (fresh === null) await pause(intervalOf(this.#feed));
    }
    this.#isPast = false;
  }

  /** Reads the feed at intervals, until the check or the run ends. */
  async poll(end: AbortSignal): Promise<void> {
    while (!this.#check.signal.aborted && !end.aborted) {
      // If a read fails, the next one may succeed.
      await this.#readPage().catch(() => null);
      await pause(intervalOf(this.#feed));
    }
  }

  /** Reads a page. Returns the number of new events; null if the page is not a list of events. */
  async #readPage(): Promise<number | null> {
    const { host = "payment", path, list = "", cursor, cursorParameter } = this.#feed;
    const answer = await this.#check.send({
      method: "GET",
      host,
      to: path,
      aside: true,
      key: this.#key,
      ...(cursorParameter !== undefined && this.#cursor !== undefined
        ? { query: { [cursorParameter]: this.#cursor } }
        : {}),
    });
    if (answer.read.kind !== "json") return null;
    const { value } = answer.read;
    const events = pointed(value, list);
    if (!Array.isArray(events)) return null;
    let fresh = 0;
    for (const body of events as unknown[]) {
      const text = JSON.stringify(body);
      const fingerprint = createHash("sha256").update(text).digest("base64");
      if (this.#known.has(fingerprint)) continue;
      this.#known.add(fingerprint);
      fresh += 1;
      if (!this.#isPast) this.#onEvent(body, text);
    }
    const next = cursor === undefined ? undefined : pointed(value, cursor);
    if (typeof next === "string" || typeof next === "number") this.#cursor = String(next);
    return fresh;
  }
}

/** An HTTP receiver, opened for the first check that needs it. Each check registers its own address. */
class ReceiverSource {
  readonly #mailbox: Mailbox;
  readonly #open: () => Promise<Receiver>;
  #receiver: Promise<Receiver> | undefined;

  constructor(options: {
    readonly mailbox: Mailbox;
    readonly receiver: Extract<EventSource, { receiver: unknown }>["receiver"];
    /** The time for a delivery, ms. */
    readonly withinMs: number;
    /** Default: a receiver on a socket. */
    readonly openReceiver?: OpenReceiver | undefined;
  }) {
    const { mailbox, receiver, withinMs, openReceiver: open = openReceiver } = options;
    this.#mailbox = mailbox;
    this.#open = () => open({ mailbox, withinMs, ...receiver });
  }

  /** Registers an address for a check. */
  async open(check: Check, wanted: InboxOptions): Promise<OpenAddress> {
    const receiver = await (this.#receiver ??= this.#open());
    const { account, merchant, mode } = wanted;
    if (account !== undefined || mode !== undefined)
      return this.#registerByControl(check, receiver, account ?? merchant.accountId, wanted);
    if (check.ports.bound("registerWebhookEndpoint")) return this.#registerByPort(check, receiver, wanted);
    // The user registered the plain address once, for the profile's merchant: events of other merchants never arrive there.
    if (merchant.own || check.has("control.registerWebhookEndpoint"))
      return this.#registerByControl(check, receiver, merchant.accountId, wanted);
    wanted.onListening?.(receiver.urlFor(""));
    return { address: "" };
  }

  /** Registers an endpoint by control, for an account that has no key of its own. */
  async #registerByControl(
    check: Check,
    receiver: Receiver,
    accountId: string,
    wanted: InboxOptions,
  ): Promise<OpenAddress> {
    const { address, url } = this.#newAddress(receiver, wanted);
    const made = await check.control.call("registerWebhookEndpoint", {
      path: { accountId },
      json: { url, events: wanted.names, mode: wanted.mode ?? "test" },
    });
    const { id } = made as { id?: unknown };
    if (typeof id !== "string") return { address };
    if (check.has("control.removeWebhookEndpoint"))
      check.cleanUp((cleaning) =>
        cleaning.control.call("removeWebhookEndpoint", { path: { accountId, id } }),
      );
    if (!check.has("control.listWebhookEndpoints")) return { address };
    const isGone = async (): Promise<boolean> => {
      const listed = await check.control.call("listWebhookEndpoints", { path: { accountId } });
      const endpoints = pointed(listed, "/data");
      return Array.isArray(endpoints) && !endpoints.some((endpoint) => pointed(endpoint, "/id") === id);
    };
    return { address, isGone };
  }

  async #registerByPort(check: Check, receiver: Receiver, wanted: InboxOptions): Promise<OpenAddress> {
    const { address, url } = this.#newAddress(receiver, wanted);
    const { accountId, testKey: key } = wanted.merchant;
    const registered = await check.ports.call("registerWebhookEndpoint", {
      inputs: { url, events: wanted.names, accountId },
      key,
    });
    check.succeeded(registered.answer);
    const endpointId = registered.output("endpointId");
    if (check.ports.bound("deleteWebhookEndpoint") && typeof endpointId === "string")
      check.cleanUp((cleaning) =>
        cleaning.ports.call("deleteWebhookEndpoint", { inputs: { endpointId, accountId }, key }),
      );
    return { address };
  }

  /** Opened before the registration, since events may arrive before its response. */
  #newAddress(receiver: Receiver, { onListening }: InboxOptions): { address: string; url: string } {
    const address = randomBytes(16).toString("hex");
    this.#mailbox.open(address);
    const url = receiver.urlFor(address);
    onListening?.(url);
    return { address, url };
  }

  async close(): Promise<void> {
    await (await this.#receiver)?.close();
  }
}
