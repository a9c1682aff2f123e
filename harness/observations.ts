import { ambiguities } from "../spec/index.ts";
import type { Observation } from "./results.ts";
import { cut } from "./show.ts";

const MAX_VALUES = 12;
const MAX_LENGTH = 500;

/** Observations that belong to no open point. */
const OTHER_QUESTIONS: Readonly<Record<string, string>> = {
  "undocumented-status": "Which undocumented statuses does the target return?",
  "control-idle-too-early": "Does the target report that nothing is left to happen before that is true?",
  "guessed-ports": "Which operations were tried with a guessed binding?",
  "control-undescribed": "Why does the target's control not describe itself?",
};

/** The behaviour of the target at open points; each distinct value once. */
export class Observations {
  readonly #observed = new Map<string, Set<string>>();

  add(id: string, value: string): void {
    let all = this.#observed.get(id);
    if (all === undefined) {
      all = new Set();
      this.#observed.set(id, all);
    }
    if (all.size < MAX_VALUES) all.add(cut(value, MAX_LENGTH));
  }

  list(redact: (text: string) => string): readonly Observation[] {
    return [...this.#observed]
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([id, all]) => {
        const entry = ambiguities.find((candidate) => candidate.id === id);
        const section = entry?.section ?? "7.1";
        const question = entry?.question ?? OTHER_QUESTIONS[id] ?? id;
        return [...all].sort().map((seen) => ({ id, section, question, seen: redact(seen) }));
      });
  }
}
