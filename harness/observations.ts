import { ambiguities } from "../spec/index.ts";
import type { Redactor } from "./redaction/redactor.ts";
import type { Observation } from "./results.ts";
import { cut, show } from "./show.ts";
import { record, recordEvent, type Seen } from "./transcript.ts";
import { NOTHING, whatShows } from "./what-shows.ts";

const MAX_VALUES = 12;
const MAX_LENGTH = 500;
/** The most UTF-16 units of a body that are kept. */
const MAX_BODY = 2 * 1024;

/** Observations that belong to no open point. */
const OTHER_QUESTIONS: Readonly<Record<string, string>> = {
  "undocumented-status": "Which undocumented statuses does the target return?",
  "control-idle-too-early": "Does the target report that nothing is left to happen before that is true?",
  "guessed-ports": "Which operations were tried with a guessed binding?",
  "control-undescribed": "Why does the target's control not describe itself?",
};

/** The behaviour of the target at open points. Each distinct value is kept once, with what showed it first. */
export class Observations {
  readonly #observed = new Map<string, Map<string, Seen>>();

  /** `seen` returns what the check has seen so far. It is called only for a new value. */
  add(id: string, given: string, seen?: () => Seen): void {
    // What a target sent may be no text, whatever its type says.
    const value = typeof given === "string" ? given : show(given, MAX_LENGTH);
    let all = this.#observed.get(id);
    if (all === undefined) {
      all = new Map();
      this.#observed.set(id, all);
    }
    const shown = cut(value, MAX_LENGTH);
    if (all.size >= MAX_VALUES || all.has(shown)) return;
    const operations = pointOf(id)?.operations ?? [];
    all.set(shown, seen === undefined ? NOTHING : whatShows(value, { seen: seen(), operations }));
  }

  list(redactor: Redactor): readonly Observation[] {
    return [...this.#observed]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([id, all]) => {
        const point = pointOf(id);
        const section = point?.section ?? "7.1";
        const question = point?.question ?? OTHER_QUESTIONS[id] ?? id;
        return [...all]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([seen, { exchanges, events }]) => ({
            id,
            section,
            question,
            seen: redactor.text(seen),
            ...(exchanges.length > 0 && {
              exchanges: exchanges.map((one) => record(one, redactor, MAX_BODY)),
            }),
            ...(events.length > 0 && {
              events: events.map((one) => recordEvent(one, redactor, MAX_BODY)),
            }),
          }));
      });
  }
}

function pointOf(id: string): (typeof ambiguities)[number] | undefined {
  return ambiguities.find((candidate) => candidate.id === id);
}
