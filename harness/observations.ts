import { ambiguities } from "../spec/index.ts";
import type { Observation } from "./results.ts";

const MAX_SEEN = 12;

/** What was seen at open points: each distinct thing once. */
export class Observations {
  readonly #seen = new Map<string, Set<string>>();

  add(id: string, seen: string): void {
    let all = this.#seen.get(id);
    if (all === undefined) {
      all = new Set();
      this.#seen.set(id, all);
    }
    if (all.size < MAX_SEEN) all.add(seen);
  }

  list(redact: (text: string) => string): readonly Observation[] {
    return [...this.#seen]
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([id, all]) => {
        const entry = ambiguities.find((candidate) => candidate.id === id);
        const section = entry?.section ?? "7.1";
        const question = entry?.question ?? "Which statuses come that the document does not list?";
        return [...all].sort().map((seen) => ({ id, section, question, seen: redact(seen) }));
      });
  }
}
