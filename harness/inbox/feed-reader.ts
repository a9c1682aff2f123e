import { createHash } from "node:crypto";
import { pointed } from "../../spec/json.ts";
import type { Check } from "../check.ts";
import { pause } from "../pause.ts";
import type { EventSource } from "../profile/types.ts";

type Feed = Extract<EventSource, { feed: unknown }>["feed"];

/** The maximum number of pages, since a feed may never end. */
const MOST_PAST_PAGES = 200;

/** How often a feed is read, ms. */
export const intervalOf = ({ intervalMs = 250 }: Feed): number => intervalMs;

/** Reads a feed for one check, and passes on the events that are new. */
export class FeedReader {
  readonly #check: Check;
  readonly #feed: Feed;
  readonly #key: string;
  readonly #onEvent: (body: unknown, bytes: number) => void;
  readonly #known = new Set<string>();
  #cursor: string | undefined;
  /** Whether events that are read now are from before the check, and so are ignored. */
  #isPast = true;

  constructor(options: {
    check: Check;
    feed: Feed;
    key: string;
    onEvent: (body: unknown, bytes: number) => void;
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
      if (!this.#isPast) this.#onEvent(body, Buffer.byteLength(text));
    }
    const next = cursor === undefined ? undefined : pointed(value, cursor);
    if (typeof next === "string" || typeof next === "number") this.#cursor = String(next);
    return fresh;
  }
}
