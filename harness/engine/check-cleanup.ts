import { messageOf } from "../errors.ts";
import type { Check } from "../check.ts";
import { createdClock } from "../cleanup/creations.ts";
import type { Exchange } from "../http/answer.ts";
import { keyOf } from "../http/wire.ts";
import type { Session } from "../session/session.ts";

type Work = (cleaning: Check) => Promise<unknown>;

/** The clean-up of a check: what it created and must undo. */
export class CheckCleanup {
  readonly #session: Session;
  readonly #work: Work[] = [];
  /** Ids of the test clocks that the check created, each with the key that created it. */
  readonly #clocks = new Map<string, string | null>();

  constructor(session: Session) {
    this.#session = session;
  }

  add(work: Work): void {
    this.#work.push(work);
  }

  /** Remembers a test clock, in case the check does not delete it. */
  observe(exchange: Exchange): void {
    const clock = createdClock(exchange);
    if (clock !== undefined) this.#clocks.set(clock, keyOf(exchange.request));
  }

  get isEmpty(): boolean {
    return this.#clocks.size + this.#work.length === 0;
  }

  /** Undoes everything, newest first. Returns the messages of failures; never rejects. */
  async run(check: Check): Promise<readonly string[]> {
    const failures: string[] = [];
    // Test clocks come last: attached objects are removed first.
    for (const work of [...this.#clocksLeft(), ...this.#work].reverse()) {
      try {
        await work(check);
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    return failures;
  }

  #clocksLeft(): readonly Work[] {
    return [...this.#clocks].map(([id, key]) => async (cleaning) => {
      if (this.#session.creations.has("test clock", id))
        await cleaning.as(key).deleteTestClock({ path: { id } });
    });
  }
}
