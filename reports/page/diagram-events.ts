import type { RuleResult } from "../../harness/results.ts";
import { oneLine } from "../text.ts";
import { answerLabel, type Diagram, diagram, lane, requestLabel, timeOf } from "./drawing.ts";
import { html } from "./html.ts";

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
  readonly label: string;
  readonly kind: "plain" | "wrong" | "missing";
}

/** What a rule about events observed, over time: clock movements, requests, events, and the missing event. Null for other rules. */
export function eventTimeline(rule: RuleResult): Diagram | null {
  const { violation, transcript, events, listening = [] } = rule;
  if (violation === null || (listening.length === 0 && events.length === 0)) return null;
  const entries: Entry[] = [
    ...transcript
      .filter(({ cleanUp }) => cleanUp !== true)
      .map((one): Entry => {
        const isMove =
          /advance|simulate|clock/i.test(`${one.operation ?? ""} ${one.url}`) && one.method !== "GET";
        const to = /"frozenTime"\s*:\s*"([^"]+)"/.exec(one.requestBody ?? "")?.[1];
        return {
          at: timeOf(one.startedAt),
          lane: isMove ? "clock" : "request",
          label: isMove && to !== undefined ? `clock to ${to}` : `${requestLabel(one)} → ${answerLabel(one)}`,
          kind: one.sequence === violation.exchange ? "wrong" : "plain",
        };
      }),
    ...events.map((one): Entry => ({
      at: timeOf(one.receivedAt),
      lane: "event",
      label: `${one.type}${statusOf(one.body)}`,
      kind: one.arrival === violation.event ? "wrong" : "plain",
    })),
    ...(violation.event === null && violation.at !== undefined
      ? [
          {
            at: timeOf(violation.at),
            lane: "event",
            label: `missing: ${violation.expected}`,
            kind: "missing",
          } as const,
        ]
      : []),
  ].sort((a, b) => a.at - b.at);
  const shown = entries.slice(-MAX_ENTRIES);
  const start = shown[0]?.at ?? 0;
  const height = TOP + shown.length * ROW + 12;
  const words = [
    ...listening.map(({ url, names }) => `the suite listens at ${url} for ${names.join(", ")}`),
    ...shown.map((one) => `${seconds(one.at - start)}: ${one.lane}, ${one.label}`),
  ];
  const parts = [
    ...Object.values(LANES).map(({ name, x }) => lane(name, x, { top: TOP - 14, bottom: height - 6 })),
    ...shown.map((one, index) => {
      const { at, label, kind } = one;
      const [x, y] = [LANES[one.lane].x, TOP + index * ROW + 10];
      return html`<line class="row" x1="80" y1="${y}" x2="${WIDTH}" y2="${y}" /><text
          class="time"
          x="74"
          y="${y + 4}"
          text-anchor="end"
          >${seconds(at - start)}</text
        ><circle class="dot ${kind}" cx="${x}" cy="${y}" r="6" /><text
          class="label ${kind}"
          x="${x + 12}"
          y="${y + 4}"
          >${drawn(label, x)}</text
        >`;
    }),
  ];
  return diagram({ title: "Events over time", words }, { width: WIDTH, height }, parts);
}

/** The part of a label that fits in its lane. The description below the drawing contains the complete label. */
function drawn(label: string, x: number): string {
  const room = Math.floor((WIDTH - x - 12) / CHARACTER_WIDTH);
  const line = oneLine(label);
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}

function statusOf(body: string): string {
  const [, status] = /"status"\s*:\s*"([^"\\]+)"/.exec(body) ?? [];
  return status === undefined ? "" : ` (status ${status})`;
}

const seconds = (ms: number): string =>
  ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
