import type { RecordedExchange, RuleResult } from "../../harness/results.ts";
import { currencyIn, OF_MONEY } from "../evidence/amounts.ts";
import { damageOf } from "../evidence/damage.ts";
import { groupBy } from "../text/text.ts";
import { decisiveRequests } from "../evidence/decisive-requests.ts";
import { answerLabel, type Drawing, label, requestLabel, shape } from "./drawing.ts";

const ROW = 46;
const LEFT = 230;
const SCALE = 320;
/** The most amounts that are drawn. */
const MAX_AMOUNTS = 8;

interface Change {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** The amounts that the target reported before and after the requests that move money. Null unless it reported them twice. */
export function moneyChange(rule: RuleResult): Drawing | null {
  if (rule.violation === null || damageOf(rule) !== "money") return null;
  const sent = decisiveRequests(rule).exchanges;
  const read = readings(sent);
  if (read === null) return null;
  const { first, second, changes } = read;
  const moves = sent.filter(
    ({ sequence, method }) => method !== "GET" && sequence > first.sequence && sequence < second.sequence,
  );
  const shown = changes.slice(0, MAX_AMOUNTS);
  const largest = Math.max(1, ...shown.flatMap(({ before, after }) => [Math.abs(before), Math.abs(after)]));
  const currency = currencyIn(second.responseBody);
  const sum = (name: string, amount: number): string =>
    currency !== null && OF_MONEY.test(name) ? `${figures(amount)} ${currency}` : figures(amount);
  const width = (value: number): number => Math.max(1, (Math.abs(value) / largest) * SCALE);
  const words = [
    `read with ${requestLabel(first)}`,
    ...moves.map((move) => `${requestLabel(move)} is answered ${answerLabel(move)}`),
    ...shown.map(
      ({ name, before, after }) =>
        `${name}: ${sum(name, before)} before, ${sum(name, after)} after, ${signed(after - before)}`,
    ),
  ];
  const marks = shown.flatMap(({ name, before, after }, index) => {
    const y = index * ROW + 8;
    const bar = (kind: string, value: number, top: number) =>
      shape("rect", value < 0 ? `${kind} negative` : kind, {
        x: LEFT,
        y: top,
        width: width(value),
        height: 15,
      });
    const beside = (value: number) => LEFT + width(value) + 8;
    return [
      label("head", name, { x: LEFT - 12, y: y + 22, anchor: "end" }),
      bar("before", before, y),
      label("label", `${sum(name, before)} before`, { x: beside(before), y: y + 12 }),
      bar("after", after, y + 18),
      label("label", `${sum(name, after)} after (${signed(after - before)})`, {
        x: beside(after),
        y: y + 30,
      }),
    ];
  });
  const size = { width: LEFT + SCALE + 290, height: shown.length * ROW + 12 };
  return { title: "Money before and after", words, size, marks };
}

/** The first and the last answer to the same GET, whose amounts differ. */
function readings(sent: readonly RecordedExchange[]): {
  readonly first: RecordedExchange;
  readonly second: RecordedExchange;
  readonly changes: readonly Change[];
} | null {
  const read = sent.filter(({ method, status }) => method === "GET" && status === 200);
  for (const some of [...groupBy(read, ({ url }) => url).values()].reverse()) {
    const [first, second] = [some[0], some.at(-1)];
    if (first === undefined || second === undefined || first === second) continue;
    const [before, after] = [amountsIn(first.responseBody), amountsIn(second.responseBody)];
    const changes = [...after].flatMap(([name, value]) => {
      const earlier = before.get(name);
      return earlier === undefined || earlier === value ? [] : [{ name, before: earlier, after: value }];
    });
    if (changes.length > 0) return { first, second, changes };
  }
  return null;
}

/** The numbers in a body, by the last two names of their paths: "balances available". */
function amountsIn(body: string | null): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (found.size > 200 || path.length > 6) return;
    if (typeof value === "number" && Number.isFinite(value))
      found.set(
        path
          .filter((name) => !/^\d+$/.test(name))
          .slice(-2)
          .join(" "),
        value,
      );
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name.slice(0, 30)]);
  };
  try {
    visit(JSON.parse(body ?? "null"), []);
  } catch {
    // A body that is not JSON has no amounts.
  }
  return found;
}

const figures = (amount: number): string => amount.toLocaleString("en-US");
const signed = (amount: number): string => `${amount > 0 ? "+" : ""}${figures(amount)}`;
