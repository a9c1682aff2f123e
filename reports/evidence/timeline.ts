import type { RecordedEvent, RecordedExchange, RuleResult } from "../../harness/results.ts";
import { clip, oneLine } from "../text/text.ts";

/** Something that a rule about events observed, at a time (ISO 8601, UTC). */
export type Occurrence = {
  readonly at: string;
  /** Whether it is the violation. */
  readonly isDecisive: boolean;
} & (
  | { readonly kind: "request"; readonly exchange: RecordedExchange }
  | { readonly kind: "event"; readonly event: RecordedEvent }
  | { readonly kind: "missing"; readonly expected: string }
);

/** Epoch milliseconds; 0 if the text is not a time. */
export const timeOf = (iso: string): number => Date.parse(iso) || 0;

/** What a rule about events observed, by time: requests, events, and the missing event. Empty for other rules. */
export function occurrences({
  violation,
  listening = [],
  transcript,
  events,
}: RuleResult): readonly Occurrence[] {
  if (violation === null || (listening.length === 0 && events.length === 0)) return [];
  const { at, event, expected } = violation;
  const found: readonly Occurrence[] = [
    ...transcript
      .filter(({ cleanUp }) => cleanUp !== true)
      .map((exchange) => ({
        kind: "request" as const,
        at: exchange.startedAt,
        isDecisive: exchange.sequence === violation.exchange,
        exchange,
      })),
    ...events.map((one) => ({
      kind: "event" as const,
      at: one.receivedAt,
      isDecisive: one.arrival === event,
      event: one,
    })),
    ...(event === null && at !== undefined
      ? [{ kind: "missing" as const, at, isDecisive: true, expected }]
      : []),
  ];
  return found.toSorted((a, b) => timeOf(a.at) - timeOf(b.at));
}

/** The number of lines that are shown from the beginning and from the end. */
const FIRST = 10;
const LAST = 40;

/** Where a rule about events listened, and what it observed. Empty for other rules. */
export function timelineLines(rule: RuleResult): readonly string[] {
  const { violation, listening = [] } = rule;
  if (violation?.timeline !== undefined) return violation.timeline.map(oneLine);
  const lines = occurrences(rule).map((one) => oneLine(`${one.at}  ${inWords(one)}`));
  const omitted = lines.length - FIRST - LAST;
  return [
    ...(violation === null ? [] : listening).map(({ url, names }) =>
      oneLine(`listens at ${url} for ${names.join(", ")}`),
    ),
    ...(omitted <= 0 ? lines : [...lines.slice(0, FIRST), `… ${omitted} more`, ...lines.slice(-LAST)]),
  ];
}

function inWords(one: Occurrence): string {
  const here = one.isDecisive ? "  <- here" : "";
  switch (one.kind) {
    case "request": {
      const { method, url, status } = one.exchange;
      return `${method} ${url} answered ${status ?? "nothing"}${here}`;
    }
    case "event":
      return `event ${one.event.type} ${one.event.id}${here}`;
    case "missing":
      return `missing: ${clip(one.expected, 300)}`;
  }
}
