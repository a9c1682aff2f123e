import { MAX_BODY_BYTES, type WireRequest } from "../../harness/http/wire.ts";
import { messageOf } from "../../harness/plain.ts";
import { epochNow, startDeadline } from "../../harness/time.ts";
import type { Recognized } from "../../harness/traffic/recognize.ts";
import type { Outcome, TrafficJudge } from "../../harness/traffic/traffic-judge.ts";

export type Fetch = typeof globalThis.fetch;
type Arguments = Parameters<Fetch>;

interface Observer {
  /** The judge of a request, to its end. */
  readonly judge: () => TrafficJudge;
  /** Null for a request to another host, which nothing observes. */
  readonly recognize: (request: WireRequest) => Recognized | null;
  /** Gets what has to end before all that was received is judged. */
  readonly later: (work: Promise<void>) => void;
  /** How long an answer that has begun may take to be complete, ms. One that takes longer is judged without its body. */
  readonly patienceMs: number;
}

/** A fetch with the answers and errors of `send`, which also shows a judge what is sent and received. */
export function observedFetch(send: Fetch, { judge, recognize, later, patienceMs }: Observer): Fetch {
  return async (...given) => {
    const { request, sent, reading } = observed(given);
    const recognized = request === null ? null : recognize(request);
    if (request === null || recognized === null) return send(...sent);
    const observer = judge();
    observer.begin(request, epochNow(), recognized);
    const isJudged = (outcome: Outcome): void => {
      try {
        observer.end(request, outcome);
      } catch (error) {
        // A mistake of the judge is none of the server or of its client.
        later(Promise.reject(asError(error)));
      }
    };
    // Before the caller knows of it: what the caller sends next is sent after it.
    const end = (outcome: Outcome): void => {
      if (reading === null || reading.isOver()) return isJudged(outcome);
      // A server may answer before it has read everything.
      const deadline = startDeadline({ ms: patienceMs, onPassed: reading.stop });
      later(reading.ended.then(() => isJudged(outcome)).finally(() => deadline.cancel()));
    };
    try {
      const response = await send(...sent);
      return tapped(response, { patienceMs, later, onEnd: end });
    } catch (error) {
      reading?.stop();
      end({ answer: null, fault: messageOf(error), at: epochNow() });
      throw error;
    }
  };
}

/** What is known of a body: `wholeBytes` if that is not all of it. */
interface Content {
  body: Uint8Array | null;
  wholeBytes?: number;
}

/** The size of a body whose end was not read. */
const UNKNOWN = Infinity;

/** The reading of a copy of a body. */
interface Reading {
  readonly ended: Promise<void>;
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

/**
 * What a fetch with these arguments sends, and arguments that send the same. A body is known once `reading` has ended. Null for a request that
 * cannot be sent.
 */
function observed([input, init]: Arguments): {
  readonly request: WireRequest | null;
  readonly sent: Arguments;
  readonly reading: Reading | null;
} {
  let sent: Arguments = [input, init];
  try {
    // A request may be of another implementation than the global one.
    const given = typeof input === "object" && "headers" in input ? input : null;
    let body = init?.body ?? null;
    if (init?.body === undefined && given?.body != null) ({ body } = given.clone());
    else if (isStream(body)) {
      const [own, other] = streamOf(body).tee();
      sent = [input, { ...init, body: other }];
      body = own;
    }
    const copy = new Request(given?.url ?? input, {
      method: init?.method ?? given?.method ?? "GET",
      headers: [...new Headers(init?.headers ?? given?.headers)],
      body,
      duplex: "half",
    });
    const { method, url, headers } = copy;
    const request: WireRequest & Content = { method, url: new URL(url), headers: [...headers], body: null };
    return { request, sent, reading: copy.body === null ? null : readInto(request, copy.body) };
  } catch {
    return { request: null, sent, reading: null };
  }
}

function readInto(request: Content, body: ReadableStream<Uint8Array>): Reading {
  request.wholeBytes = UNKNOWN;
  let isOver = false;
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    const { stream } = tap(body, (content) => {
      isOver = true;
      if (content instanceof Error) return resolve();
      delete request.wholeBytes;
      Object.assign(request, content);
      resolve();
    });
    stop = () => void stream.cancel().catch(() => undefined);
  });
  // Of a longer body, the rest is not kept.
  ended.then(stop, stop);
  return { ended, isOver: () => isOver, stop };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(messageOf(error)));

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

const streamOf = (body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  body instanceof ReadableStream ? body : ReadableStream.from(body);

/**
 * The response for the caller. `onEnd` is called when its body has ended. The body is not cloned, because Node takes an abort for the end of a
 * clone.
 */
function tapped(
  response: Response,
  {
    patienceMs,
    later,
    onEnd,
  }: Pick<Observer, "patienceMs" | "later"> & { onEnd: (outcome: Outcome) => void },
): Response {
  const { status, statusText, headers, redirected, url, type, body } = response;
  const answer = { status, headers: [...headers] };
  const end = (content: Content | Error): void => {
    if (content instanceof Error) onEnd({ answer: null, fault: messageOf(content), at: epochNow() });
    else onEnd({ answer: { ...answer, ...content, body: content.body ?? new Uint8Array() }, at: epochNow() });
  };
  // The last answer is that of another request.
  if (redirected) end(new Error("a redirect was followed"));
  else if (body === null) end({ body });
  // No program can make a response with another status.
  else if (status < 200 || status > 599) end({ body: null, wholeBytes: UNKNOWN });
  if (redirected || body === null || status < 200 || status > 599) return response;
  let stream = body;
  later(
    new Promise<void>((resolve) => {
      const tapping = tap(body, (content) => {
        deadline.cancel();
        end(content);
        resolve();
      });
      const deadline = startDeadline({ ms: patienceMs, onPassed: tapping.stop });
      ({ stream } = tapping);
    }),
  );
  // Of the same implementation of fetch.
  const { constructor } = response as { constructor: unknown } as { constructor: typeof Response };
  const named = (one: Response): Response =>
    Object.defineProperties(one, {
      ...{ url: { value: url }, redirected: { value: redirected }, type: { value: type } },
      clone: { value: () => named(constructor.prototype.clone.call(one)) },
    });
  return named(new constructor(stream, { status, statusText, headers }));
}

/**
 * A stream with the bytes of another, which is read ahead by at most {@link MAX_BODY_BYTES}. `onEnd` gets the content that has passed, before a reader
 * knows that it is all, or what it was when the stream was stopped or cancelled; of a longer one, its beginning.
 */
function tap(
  source: ReadableStream<Uint8Array>,
  onEnd: (content: Content | Error) => void,
): { readonly stream: ReadableStream<Uint8Array>; readonly stop: () => void } {
  const reader = source.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  const end = (content: Content | Error): void => {
    if (!isOver) onEnd(content);
    isOver = true;
  };
  const stop = (): void => end({ body: Buffer.concat(chunks), wholeBytes: UNKNOWN });
  const stream = new ReadableStream(
    {
      type: "bytes",
      pull: async (controller) => {
        try {
          let next = await reader.read();
          while (next.value?.byteLength === 0) next = await reader.read();
          if (next.done) {
            end({ body: Buffer.concat(chunks) });
            controller.close();
            controller.byobRequest?.respond(0);
            return;
          }
          size += next.value.byteLength;
          if (size > MAX_BODY_BYTES) stop();
          else chunks.push(next.value);
          // The stream takes the memory, which its source may share with others.
          controller.enqueue(new Uint8Array(next.value));
        } catch (error) {
          end(asError(error));
          throw error;
        }
      },
      cancel: (reason) => {
        stop();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: MAX_BODY_BYTES },
  );
  return { stream, stop };
}
