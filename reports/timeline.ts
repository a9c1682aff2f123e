import type { RuleResult } from "../harness/results.ts";
import { clip, oneLine } from "./text.ts";

/** The number of lines that are shown from the beginning and from the end. */
const FIRST = 10;
const LAST = 40;

/**
 * What a rule about events observed: where it listened, then the requests, the events and the missing event by time (ISO 8601, UTC). Empty
 * for other rules.
 */
export function timelineLines(rule: RuleResult): readonly string[] {
  const { violation, listening = [], transcript, events } = rule;
  if (violation === null) return [];
  if (violation.timeline !== undefined) return violation.timeline.map(oneLine);
  if (listening.length === 0 && events.length === 0) return [];
  const happened = [
    ...transcript
      .filter(({ cleanUp }) => cleanUp !== true)
      .map((one) => ({
        at: one.startedAt,
        text: `${one.method} ${one.url} answered ${one.status ?? "nothing"}${one.sequence === violation.exchange ? "  <- here" : ""}`,
      })),
    ...events.map((one) => ({
      at: one.receivedAt,
      text: `event ${one.type} ${one.id}${one.arrival === violation.event ? "  <- here" : ""}`,
    })),
    ...(violation.event === null && violation.at !== undefined
      ? [{ at: violation.at, text: `missing: ${clip(violation.expected, 300)}` }]
      : []),
  ]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ at, text }) => oneLine(`${at}  ${text}`));
  const omitted = happened.length - FIRST - LAST;
  return [
    ...listening.map(({ url, names }) => oneLine(`listens at ${url} for ${names.join(", ")}`)),
    ...(omitted <= 0
      ? happened
      : [...happened.slice(0, FIRST), `… ${omitted} more`, ...happened.slice(-LAST)]),
  ];
}
