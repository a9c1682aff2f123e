import { decoded } from "../../harness/http/socket.ts";
import { headerValues, type HeaderList, type WireRequest, withoutBody } from "../../harness/http/wire.ts";
import { epochNow } from "../../harness/time.ts";
import { messageOf } from "../../harness/plain.ts";
import type { Outcome, TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import type { Passing, Tap } from "./relay.ts";

/** Work for the judge, which waits for its bytes and for all work before it. */
interface Entry {
  readonly isReady: () => boolean;
  readonly work: () => void;
}

/**
 * Judges what passes, in the order in which it passed. It does so after the bytes were passed on, so that no client waits for it. A request
 * whose body is still on its way holds up what began after it: the target may already act on it.
 */
export class PassingTraffic {
  readonly #judge: TrafficJudge;
  readonly #requests = new Map<Passing, WireRequest>();
  readonly #tests = new WeakMap<Passing, string>();
  #waiting: Entry[] = [];
  #isScheduled = false;
  /** The name of the running test, as the tests report it; empty without one. */
  test = "";
  /** The test that sent what is being judged; empty without one. */
  judging = "";

  constructor(judge: TrafficJudge) {
    this.#judge = judge;
  }

  /** Watches requests to a host of the target. */
  requestsTo(host: string): Tap {
    const base = host.replace(/\/$/, "");
    return {
      begins: (passing) => {
        this.#tests.set(passing, this.test);
        this.#add(
          () => passing.isSent || passing.endedAt !== null,
          () => this.#begin(passing, base),
        );
      },
      isSent: () => this.#schedule(),
      ends: (passing) =>
        this.#add(
          () => true,
          () => this.#end(passing),
        ),
    };
  }

  /** Watches deliveries of events. */
  deliveries(): Tap {
    return {
      begins: () => undefined,
      isSent: (passing) => {
        this.#tests.set(passing, this.test);
        const at = epochNow();
        this.#add(
          () => true,
          () => this.#arrive(passing, at),
        );
      },
      ends: (passing) => void passing.answer?.body.take(),
    };
  }

  /** Judges what has passed so far. */
  settle(): void {
    this.#isScheduled = false;
    while (this.#waiting[0]?.isReady() === true) this.#waiting.shift()?.work();
  }

  #add(isReady: Entry["isReady"], work: Entry["work"]): void {
    this.#waiting.push({ isReady, work });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.settle());
  }

  #begin(passing: Passing, base: string): void {
    const url = urlOf(base, passing.path);
    const bytes = passing.body.take();
    if (url === null) return;
    const headers = pairs(passing.headers);
    const { method } = passing;
    const request: WireRequest =
      bytes === null
        ? { method, url, headers, body: null, wholeBytes: Infinity }
        : { method, url, headers, body: bytes.length === 0 ? null : decodedOrRaw(bytes, headers) };
    this.#requests.set(passing, request);
    this.#during(passing, () => this.#judge.begin(request, passing.begunAt));
  }

  #end(passing: Passing): void {
    const request = this.#requests.get(passing);
    const outcome = outcomeOf(passing);
    if (request === undefined) return;
    this.#requests.delete(passing);
    this.#during(passing, () => this.#judge.end(request, outcome));
  }

  #arrive(passing: Passing, at: number): void {
    const bytes = passing.body.take();
    if (bytes === null) return;
    const address = passing.path.split("?")[0] ?? "";
    this.#during(passing, () =>
      this.#judge.arrive({ bytes: decodedOrRaw(bytes, pairs(passing.headers)), address, at }),
    );
  }

  #during(passing: Passing, work: () => void): void {
    this.judging = this.#tests.get(passing) ?? "";
    work();
    this.judging = "";
  }
}

/** Codings that `decoded` reads. Node 20 has no others. */
const READ = /^(?:identity|(?:x-)?gzip|deflate|br)?$/;

/** The end of an exchange, as far as it can be judged. */
function outcomeOf(passing: Passing): Outcome {
  const { answer, fault } = passing;
  const at = passing.endedAt ?? epochNow();
  const bytes = answer?.body.take() ?? null;
  if (answer === null || fault !== null) return { answer: null, fault: fault ?? "no answer", at };
  const { status } = answer;
  const headers = pairs(answer.headers);
  const isRead = headerValues(headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .every((coding) => READ.test(coding.trim().toLowerCase()));
  if (bytes === null || !isRead) return { answer: withoutBody({ status, headers }, Infinity), at };
  try {
    return { answer: { status, headers, body: decoded(bytes, headers) }, at };
  } catch (error) {
    return { answer: null, fault: messageOf(error), at };
  }
}

/** A body without its content encodings; as it is, if it does not have the one that it states, which is for the target to refuse. */
function decodedOrRaw(bytes: Uint8Array, headers: HeaderList): Uint8Array {
  try {
    return decoded(bytes, headers);
  } catch {
    return bytes;
  }
}

/** The address at the target; null for a path that no URL has. */
function urlOf(base: string, path: string): URL | null {
  try {
    return new URL(base + path);
  } catch {
    return null;
  }
}

/** Headers as pairs, without the length of what was sent: the judge gets the decoded body. */
function pairs(flat: readonly string[]): HeaderList {
  const list: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index] ?? "";
    if (name.toLowerCase() !== "content-length") list.push([name, flat[index + 1] ?? ""]);
  }
  return list;
}
