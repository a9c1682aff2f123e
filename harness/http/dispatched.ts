import type { Dispatcher } from "undici";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** An answer as received. Its body may have content encodings. */
export type RawAnswer = Pick<WireAnswer, "status" | "headers" | "body">;

/** The callbacks for the end of an exchange. Only the first call has an effect. */
interface Outcome {
  readonly answered: (answer: RawAnswer) => void;
  readonly failed: (error: Error) => void;
}

/**
 * A request over a dispatcher of undici. It takes the answer directly from the parser, because a stream, a signal and an async scope per
 * request would take longer than sending it.
 */
export class Dispatched implements Dispatcher.DispatchHandler {
  readonly #outcome: Outcome;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: WireAnswer["headers"] = [];
  #isOver = false;

  constructor(outcome: Outcome) {
    this.#outcome = outcome;
  }

  send(dispatcher: Dispatcher, { method, url, headers, body }: WireRequest): void {
    if (this.#isOver) return;
    try {
      const path = `${url.pathname}${url.search}`;
      dispatcher.dispatch({ origin: url.origin, path, method, headers: headers.flat(), body }, this);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Aborts the request, even if it still waits for a connection whose handshake hangs. */
  end(error: Error): void {
    this.#controller?.abort(error);
    this.#fail(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error("the exchange is over"));
    else this.#controller = controller;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Skip informational answers.
    if (status < 200) return;
    this.#status = status;
    this.#headers = pairs(rawHeaders as readonly (Buffer | string)[]);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const { buffer, byteOffset, byteLength } = others.length === 0 ? first : Buffer.concat(this.#chunks);
    const body = new Uint8Array(buffer, byteOffset, byteLength);
    this.#isOver = true;
    this.#outcome.answered({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#isOver = true;
    this.#outcome.failed(error);
  }
}

/** Converts the parser's flat list of names and values to pairs. */
function pairs(flat: readonly (Buffer | string)[]): WireAnswer["headers"] {
  const result: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    result.push([textOf(flat[index] ?? ""), textOf(flat[index + 1] ?? "")]);
  return result;
}

const textOf = (part: Buffer | string): string => (typeof part === "string" ? part : part.toString("latin1"));
