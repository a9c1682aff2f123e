/** The documented behaviour of test clocks (§4.8): the time of each clock, and which requests are refused. */
export class ClockModel {
  /** The time of each clock, epoch ms; null once it is deleted. */
  readonly #clocks = new Map<string, number | null>();

  create(clock: string, at: number): void {
    this.#clocks.set(clock, at);
  }

  /** The required answer to an advance. An accepted one moves the clock. */
  advance(clock: string, to: number): "moves" | "not later" | "not found" {
    const at = this.timeOf(clock);
    if (at === null) return "not found";
    if (to <= at) return "not later";
    this.#clocks.set(clock, to);
    return "moves";
  }

  delete(clock: string): "deletes" | "not found" {
    if (this.timeOf(clock) === null) return "not found";
    this.#clocks.set(clock, null);
    return "deletes";
  }

  /** Epoch ms; null for a deleted clock. */
  timeOf(clock: string): number | null {
    return this.#clocks.get(clock) ?? null;
  }

  get names(): readonly string[] {
    return [...this.#clocks.keys()];
  }
}
