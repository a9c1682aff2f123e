import type { RecordedExchange, RuleResult } from "../../harness/results.ts";
import { decisiveRequests } from "../evidence/decisive-requests.ts";
import type { Html } from "../text/html.ts";
import { timeOf } from "../evidence/timeline.ts";
import { answerLabel, type Drawing, label, lane, requestLabel, shape } from "./drawing.ts";

const LANE = 200;
/** Room for the longest label of the last column. */
const LAST_LANE = 350;
const LEFT = 84;
const ROW = 34;
const TOP = 46;
/** The number of requests that are drawn, counted from the last. */
const MAX_REQUESTS = 14;

interface Sent {
  readonly exchange: RecordedExchange;
  readonly from: number;
  readonly to: number;
}

/** Concurrent requests as a sequence diagram, with a column per client, over time. Null if no requests overlapped. */
export function raceSequence(rule: RuleResult): Drawing | null {
  const sent = spansOf(chosen(rule));
  if (!sent.some((one) => sent.some((other) => other !== one && overlap(one, other)))) return null;
  const lanes = lanesOf(sent);
  const columns = Math.max(...lanes) + 1;
  const times = sent
    .flatMap((one, index) => [
      { at: one.from, index, isAnswer: false },
      { at: one.to, index, isAnswer: true },
    ])
    // At the same time, an answer precedes the request of another, but follows its own request.
    .sort(
      (a, b) =>
        a.at - b.at ||
        (a.index === b.index
          ? Number(a.isAnswer) - Number(b.isAnswer)
          : Number(b.isAnswer) - Number(a.isAnswer)),
    );
  const start = times[0]?.at ?? 0;
  const rowOf = (index: number, isAnswer: boolean): number =>
    times.findIndex((one) => one.index === index && one.isAnswer === isAnswer);
  const [width, height] = [LEFT + (columns - 1) * LANE + LAST_LANE + 40, TOP + times.length * ROW + 16];
  const target = width - 40;
  const words = times.map(({ at, index, isAnswer }) => {
    const one = sent[index]?.exchange;
    const what =
      one === undefined
        ? ""
        : isAnswer
          ? `${requestLabel(one)} is answered ${answerLabel(one)}`
          : `${requestLabel(one)} is sent`;
    return `${(at - start).toFixed(1)} ms: request ${index + 1}, ${what}`;
  });
  const ends = { top: TOP - 12, bottom: height - 8 };
  const marks = [
    lane("target", target, ends),
    ...Array.from({ length: columns }, (_, column) =>
      lane(`client ${column + 1}`, LEFT + column * LANE, ends),
    ),
    ...sent.flatMap(({ exchange, from, to }, index) => {
      const x = LEFT + (lanes[index] ?? 0) * LANE;
      const place = (isAnswer: boolean): number => TOP + rowOf(index, isAnswer) * ROW + 10;
      const [y1, y2] = [place(false), place(true)];
      const kind = exchange.sequence === rule.violation?.exchange ? "wrong" : "plain";
      const time = (text: string, y: number): Html =>
        label("time", text, { x: x - 10, y: y + 4, anchor: "end" });
      return [
        shape("rect", `busy ${kind}`, { x: x - 5, y: y1, width: 10, height: Math.max(6, y2 - y1) }),
        ...arrow(x + 5, target, { y: y1, text: `${index + 1}. ${requestLabel(exchange)}`, kind }),
        ...arrow(target, x + 5, { y: y2, text: answerLabel(exchange), kind }),
        time((from - start).toFixed(1), y1),
        time(`${(to - start).toFixed(1)} ms`, y2),
      ];
    }),
  ];
  return { title: "Concurrent requests", words, size: { width, height }, marks };
}

/** The overlapping requests of the violation, and their neighbours. */
function chosen(rule: RuleResult): readonly RecordedExchange[] {
  const { exchanges } = decisiveRequests(rule);
  const pool = exchanges.length > 1 ? exchanges : rule.transcript.filter(({ cleanUp }) => cleanUp !== true);
  const sent = spansOf(pool);
  const positions = sent.flatMap((one, at) =>
    sent.some((other) => other !== one && overlap(one, other)) ? [at] : [],
  );
  const [first, last] = [positions[0], positions.at(-1)];
  if (first === undefined || last === undefined) return [];
  return pool.slice(Math.max(0, first - 1), last + 2).slice(-MAX_REQUESTS);
}

type Span = Pick<Sent, "from" | "to">;

/** A shorter overlap is not counted, because the start of a request is known only to the millisecond. */
const RESOLUTION_MS = 1;

const overlap = (a: Span, b: Span): boolean =>
  Math.min(a.to, b.to) - Math.max(a.from, b.from) >= RESOLUTION_MS;

/** Requests with their times. An overlap that is not counted is removed. */
function spansOf(exchanges: readonly RecordedExchange[]): readonly Sent[] {
  const spans = exchanges.map((exchange) => {
    const from = timeOf(exchange.startedAt);
    return { exchange, from, to: from + exchange.durationMs };
  });
  return spans.map((one) => {
    const touched = spans
      .map(({ from }) => from)
      .filter((from) => from > one.from && from < one.to && one.to - from < RESOLUTION_MS);
    return { ...one, to: Math.min(one.to, ...touched) };
  });
}

/** The first free column of each request. */
function lanesOf(sent: readonly Span[]): readonly number[] {
  const ends: number[] = [];
  return sent.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const index = free === -1 ? ends.length : free;
    ends[index] = to;
    return index;
  });
}

/** An arrow to the right is a request, one to the left an answer. */
function arrow(
  from: number,
  to: number,
  { y, text, kind }: { readonly y: number; readonly text: string; readonly kind: string },
): readonly Html[] {
  const direction = to > from ? 1 : -1;
  const tip = `${to},${y} ${to - 8 * direction},${y - 4} ${to - 8 * direction},${y + 4}`;
  return [
    shape("line", `arrow ${kind}${direction < 0 ? " answer" : ""}`, { x1: from, y1: y, x2: to, y2: y }),
    shape("polygon", `tip ${kind}`, { points: tip }),
    label("label", text, { x: direction > 0 ? from + 8 : to + 12, y: y - 5 }),
  ];
}
