import type { RuleId } from "../../spec/index.ts";
import { type Exchange, treating } from "../faults/exchange.ts";
import { KEY, underAnotherKey } from "../faults/requests.ts";
import type { Mutant, Wrap } from "../mutant.ts";

/** An operation with idempotency keys, and the rules that count the effects of a key. */
interface KeyedOperation {
  readonly operation: string;
  /** The object of the operation, for ids and summaries: "allocation". */
  readonly name: string;
  readonly rules: Readonly<Record<"conflict" | "conflictEnds" | "refusal" | "outage" | "others", RuleId>>;
}

/** The number of keys that a forgetful server remembers. */
const REMEMBERED = 10;

type Keyed = (key: string, exchange: Exchange) => Promise<Response>;

/** Handles the requests with a key to an operation, or a path, wrongly. */
const keyed = (route: string | RegExp, make: () => Keyed): Wrap =>
  treating(route, () => {
    const behave = make();
    return (exchange) => {
      const key = exchange.headers.get(KEY);
      return key === null ? exchange.forward() : behave(key, exchange);
    };
  });

/** An outage uses up the key of a request. */
export const spentByAnOutage = (route: string | RegExp): Wrap =>
  keyed(route, () => {
    const spent = new Set<string>();
    return async (key, { forward }) => {
      if (spent.has(key))
        return Response.json({ code: "E_DUPLICATE_OPERATION", message: "Duplicate" }, { status: 409 });
      const answer = await forward();
      if (answer.status === 503) spent.add(key);
      return answer;
    };
  });

const isConflict = async (answer: Response): Promise<boolean> =>
  answer.status === 409 && (await answer.clone().text()).includes("E_IDEMPOTENCY_CONFLICT");

/** Keys whose first request was refused are never used up. */
const neverSpent = (operation: string, isSelected: (status: number) => boolean): Wrap =>
  keyed(operation, () => {
    const unlucky = new Map<string, number>();
    return async (key, exchange) => {
      const times = unlucky.get(key);
      if (times !== undefined) {
        unlucky.set(key, times + 1);
        return exchange.forward(underAnotherKey(exchange, `${times}`));
      }
      const answer = await exchange.forward();
      if (isSelected(answer.status)) unlucky.set(key, 1);
      return answer;
    };
  });

/** Keys that do not prevent a repetition after a refusal, a conflict, an outage or many other keys (§7.6). */
export const keyedRequestMutants = ({ operation, name, rules }: KeyedOperation): readonly Mutant[] => [
  {
    id: `${name}-conflict-is-done-too`,
    violates: [rules.conflict],
    summary: `A repetition that is refused with a conflict takes effect (${name}).`,
    wrap: keyed(operation, () => async (_key, exchange) => {
      const answer = await exchange.forward();
      if (await isConflict(answer)) await exchange.forward(underAnotherKey(exchange));
      return answer;
    }),
  },
  {
    id: `${name}-conflict-for-ever`,
    violates: [rules.conflictEnds],
    summary: `A key that was refused with a conflict is always refused with it (${name}).`,
    wrap: keyed(operation, () => {
      const met = new Map<string, Response>();
      return async (key, { forward }) => {
        const answer = met.get(key) ?? (await forward());
        if (await isConflict(answer)) met.set(key, answer.clone());
        return answer;
      };
    }),
  },
  {
    id: `${name}-key-never-spent-after-a-refusal`,
    violates: [rules.refusal],
    summary: `A key whose first request was refused never prevents a repetition (${name}).`,
    wrap: neverSpent(operation, (status) => status === 400 || status === 422),
  },
  {
    id: `${name}-key-never-spent-after-an-outage`,
    violates: [rules.outage],
    summary: `A key whose first request an outage refused never prevents a repetition (${name}).`,
    wrap: neverSpent(operation, (status) => status >= 500),
  },
  {
    id: `${name}-keys-remembered-ten-deep`,
    violates: [rules.others],
    summary: `A key is forgotten after ten others (${name}).`,
    wrap: keyed(operation, () => {
      const keys: string[] = [];
      return async (key, exchange) => {
        const at = keys.indexOf(key);
        if (at < 0) keys.push(key);
        const isOld = at >= 0 && keys.length - at > REMEMBERED;
        return exchange.forward(isOld ? underAnotherKey(exchange) : undefined);
      };
    }),
  },
];
