import type { RuleResult } from "../../harness/results.ts";
import { type Html, html } from "../text/html.ts";
import { oneLine } from "../text/text.ts";
import { type Occurrence, occurrences, timeOf } from "../evidence/timeline.ts";
import { answerLabel, type Drawing, label, lane, requestLabel, shape } from "./drawing.ts";

const ROW = 30;
const TOP = 44;
const WIDTH = 1_040;
const LANES = {
  clock: { name: "clock", x: 150 },
  request: { name: "requests", x: 300 },
  event: { name: "events", x: 520 },
} as const;
/** The greatest width of a character in the fonts of common systems. */
const CHARACTER_WIDTH = 8.5;
/** The number of entries that are drawn, counted from the last. */
const MAX_ENTRIES = 30;

interface Entry {
  readonly at: number;
  readonly lane: keyof typeof LANES;
  readonly text: string;
  readonly kind: "plain" | "wrong" | "missing";
}

/** What a rule about events observed, over time: clock movements, requests, events, and the missing event. Null for other rules. */
export function eventTimeline(rule: RuleResult): Drawing | null {
  const { listening = [] } = rule;
  const entries = occurrences(rule).map(entryOf);
  if (entries.length === 0 && (rule.violation === null || listening.length === 0)) return null;
  const shown = entries.slice(-MAX_ENTRIES);
  const start = shown[0]?.at ?? 0;
  const height = TOP + shown.length * ROW + 12;
  return {
    title: "Events over time",
    words: [
      ...listening.map(({ url, names }) => `the suite listens at ${url} for ${names.join(", ")}`),
      ...shown.map((one) => `${seconds(one.at - start)}: ${one.lane}, ${one.text}`),
    ],
    size: { width: WIDTH, height },
    marks: [
      ...Object.values(LANES).map(({ name, x }) => lane(name, x, { top: TOP - 14, bottom: height - 6 })),
      ...shown.map((one, index) => row(one, { start, y: TOP + index * ROW + 10 })),
    ],
  };
}

function entryOf(one: Occurrence): Entry {
  const at = timeOf(one.at);
  const kind = one.isDecisive ? "wrong" : "plain";
  switch (one.kind) {
    case "request": {
      const { operation, url, method, requestBody } = one.exchange;
      const isMove = /advance|simulate|clock/i.test(`${operation ?? ""} ${url}`) && method !== "GET";
      const to = isMove ? /"frozenTime"\s*:\s*"([^"]+)"/.exec(requestBody ?? "")?.[1] : undefined;
      const text =
        to === undefined ? `${requestLabel(one.exchange)} → ${answerLabel(one.exchange)}` : `clock to ${to}`;
      return { at, lane: isMove ? "clock" : "request", text, kind };
    }
    case "event": {
      const { type, body } = one.event;
      const [, status] = /"status"\s*:\s*"([^"\\]+)"/.exec(body) ?? [];
      return { at, lane: "event", text: `${type}${status === undefined ? "" : ` (status ${status})`}`, kind };
    }
    case "missing":
      return { at, lane: "event", text: `missing: ${one.expected}`, kind: "missing" };
  }
}

function row({ at, lane: name, text, kind }: Entry, { start, y }: { start: number; y: number }): Html {
  const { x } = LANES[name];
  return html`${[
    shape("line", "row", { x1: 80, y1: y, x2: WIDTH, y2: y }),
    label("time", seconds(at - start), { x: 74, y: y + 4, anchor: "end" }),
    shape("circle", `dot ${kind}`, { cx: x, cy: y, r: 6 }),
    label(`label ${kind}`, fitting(text, x), { x: x + 12, y: y + 4 }),
  ]}`;
}

/** The part of a text that fits in its lane. The description below the drawing contains the complete text. */
function fitting(text: string, x: number): string {
  const room = Math.floor((WIDTH - x - 12) / CHARACTER_WIDTH);
  const line = oneLine(text);
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}

const seconds = (ms: number): string =>
  ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
