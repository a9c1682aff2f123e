import { openPoints } from "../../spec/index.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { Observation } from "../results.ts";
import { cut, show } from "../plain.ts";
import { record, recordEvent, type Seen } from "./transcript.ts";
import type { Exchange } from "../http/answer.ts";

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

function pointOf(id: string): (typeof openPoints)[number] | undefined {
  return openPoints.find((candidate) => candidate.id === id);
}

/** The most exchanges, and the most events, that are kept for a value. */
const MAX_SHOWN = 4;
/** The separator with which checks join what several requests show. */
const JOINT = "; ";
/** What a value may quote of a request: the method and path, or a parameter. Of an answer: the status or the code. */
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s:,;]*|\b\w+=\w*/g;
const STATUS = /\b[1-5]\d\d\b/g;
const CODE = /\b(?:[a-z]\w+\.[a-z]\w+|E_[A-Z_]+)\b/g;

const NOTHING: Seen = { exchanges: [], events: [] };

/**
 * Of what a check has seen, the exchanges that show an observed value: for each of its parts the newest one that has its status and
 * code, of the operations that the question is about if one does. Where a question is about no request that was sent, the last event. @internal
 */
export function whatShows(
  value: string,
  { seen, operations }: { readonly seen: Seen; readonly operations: readonly string[] },
): Seen {
  const isAsked = ({ operation }: Exchange): boolean => operation !== null && operations.includes(operation);
  const newest = [...seen.exchanges].reverse();
  const asked = newest.filter(isAsked);
  if (asked.length === 0 && seen.events.length > 0) return { exchanges: [], events: seen.events.slice(-1) };
  const chosen: Exchange[] = [];
  for (const part of value.split(JOINT).reverse()) {
    const fits = (one: Exchange): boolean => !chosen.includes(one) && has(one, part);
    const left = (one: Exchange): boolean => !chosen.includes(one);
    const shown = asked.find(fits) ?? newest.find(fits) ?? asked.find(left) ?? newest.find(left);
    if (shown !== undefined) chosen.push(shown);
  }
  return { exchanges: chosen.sort((a, b) => a.sequence - b.sequence).slice(0, MAX_SHOWN), events: [] };
}

function has({ request, answer }: Exchange, part: string): boolean {
  const quoted = (form: RegExp): readonly string[] => part.match(form) ?? [];
  const [requests, statuses, codes] = [quoted(REQUEST), quoted(STATUS), quoted(CODE)];
  const { pathname, search } = request.url;
  const sent = `${request.method} ${pathname}${search}`;
  const body = answer === null || codes.length === 0 ? "" : Buffer.from(answer.body).toString("utf8");
  return (
    requests.every((text) => sent === text || sent.endsWith(`?${text}`) || sent.includes(`${text}&`)) &&
    (statuses.length === 0 || statuses.includes(String(answer?.status))) &&
    codes.every((code) => body.includes(code))
  );
}
