import type { Exchange } from "../../harness/http/answer.ts";
import type { WireRequest } from "../../harness/http/wire.ts";
import { Transcript } from "../../harness/judge/transcript.ts";
import type { TrafficRecorder } from "../../harness/recording/har-writer.ts";
import type { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import type { World } from "../../suites/walks/world.ts";

/** Passes what a session sends and receives to the judge of the moment. */
export class Passing implements TrafficRecorder {
  #judge: TrafficJudge | null = null;
  #world: World | null = null;
  #transcript = new Transcript();
  #numbers = new Map<WireRequest, number>();

  /** From now on, traffic is judged by this judge. */
  to(judge: TrafficJudge, world: World | null): void {
    if (world === null) {
      this.#transcript = new Transcript();
      this.#numbers.clear();
    }
    this.#judge = judge;
    this.#world = world;
  }

  /** All since the last judge without a world. */
  get transcript(): Transcript {
    return this.#transcript;
  }

  readonly begin: TrafficRecorder["begin"] = (request, known) => {
    this.#numbers.set(request, this.#numbers.size + 1);
    this.#judge?.begin(request, epochNow(), known);
  };

  readonly end = (exchange: Exchange): void => {
    const { request, answer, fault, returnedAt } = exchange;
    this.#transcript.add({ ...exchange, sequence: this.#numbers.get(request) ?? 0 });
    this.#judge?.end(request, {
      answer,
      ...(fault === null ? {} : { fault }),
      at: performance.timeOrigin + returnedAt,
    });
  };

  readonly arrive = (bytes: Uint8Array, address: string): void => {
    this.#world?.observeEvent(bytes);
    this.#judge?.arrive({ bytes, address, at: epochNow() });
  };
}

const epochNow = (): number => performance.timeOrigin + performance.now();
