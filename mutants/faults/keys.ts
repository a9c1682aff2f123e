import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { validationFailed } from "../../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import { type Mutant, part, type PartChange, type Replace, type Wrap } from "../mutant.ts";
import { type Exchange, treating } from "./exchange.ts";
import { KEY, underAnotherKey } from "./requests.ts";

/** An operation of Connect with idempotency keys (§7.6). */
interface KeyedOperation {
  readonly place: "allocations" | "createAccount" | "withdrawals";
  readonly operation: string;
  /** Its object, for ids and summaries: "allocation". */
  readonly name: string;
  readonly area: string;
  /** The end of the ids of the rules that count effects: "credits-once". */
  readonly once: string;
}

type Change = PartChange<IdempotencyPolicy>;

/** Faults in the idempotency keys of one operation. */
interface KeyFaults {
  readonly keying: (change: Change) => Replace;
  /** A mutant with another policy. The object begins its id and ends its summary. */
  readonly fault: (id: string, rules: string | readonly string[], summary: string, change: Change) => Mutant;
  /** A mutant that compares keys by what `read` leaves of them. */
  readonly comparing: (id: string, how: string, read: (key: string) => string) => Mutant;
  /** A mutant that accepts keys up to a length. */
  readonly limited: (most: number) => Mutant;
  /** A mutant whose refusals of some kind use keys up. */
  readonly spending: (id: string, which: string, isSpent: (refusal: Answer) => boolean) => Mutant;
  /** What every operation with keys can get wrong. */
  readonly usual: readonly Mutant[];
  /** What an operation that requires a key can get wrong. */
  readonly whereRequired: () => readonly Mutant[];
  /** Keys that do not prevent a second effect after a refusal, a conflict, an outage or many other keys. */
  readonly counted: readonly Mutant[];
}

export function keyFaults({ place, operation, name, area, once }: KeyedOperation): KeyFaults {
  const mutantOf = (
    id: string,
    rules: string | readonly string[],
    summary: string,
  ): Omit<Mutant, "replace"> => ({
    id: `${name}-${id}`,
    violates: [rules].flat().map((rule) => ruleIdOf(`${area}/${rule}`)),
    summary: `${summary} (${name}).`,
  });
  const keying = (change: Change): Replace => part(["connect", place, "idempotency"], change);
  const fault: KeyFaults["fault"] = (id, rules, summary, change) => ({
    ...mutantOf(id, rules, summary),
    replace: keying(change),
  });
  const comparing: KeyFaults["comparing"] = (id, how, read) =>
    fault(id, "distinct-keys-are-distinct", `Keys are compared ${how}`, ({ scope }) => ({
      scope: (command, key) => scope(command, read(key)),
    }));
  const spending: KeyFaults["spending"] = (id, which, isSpent) =>
    fault(id, "refused-request-spends-no-key", `A refusal ${which} uses a key up`, ({ keeps, replay }) => ({
      keeps: (answer) => keeps(answer) || isSpent(answer),
      replay: (record, command, now) =>
        record.answer?.status === 201 ? replay(record, command, now) : duplicate(),
    }));
  const limited: KeyFaults["limited"] = (most) =>
    fault(
      `key-of-at-most-${most}`,
      most < 255 ? "key-of-255-accepted" : "key-of-256-refused",
      `A key has at most ${most} characters`,
      ({ refuse }) => ({
        refuse: (key) => {
          if (key === undefined) return refuse(key);
          return key.length > most ? refuse("x".repeat(300)) : undefined;
        },
      }),
    );
  const wrapped = (id: string, rule: string, summary: string, make: () => Keyed): Mutant => ({
    ...mutantOf(id, rule, summary),
    wrap: keyed(operation, make),
  });
  return {
    keying,
    fault,
    comparing,
    limited,
    spending,
    usual: [
      comparing("key-cut", "by their first 64 characters", (key) => key.slice(0, 64)),
      comparing("key-in-any-casing", "regardless of their casing", (key) => key.toLowerCase()),
      spending("refusal-spends-key", "of any kind", () => true),
      fault(
        "key-forgets-its-merchant",
        "key-belongs-to-its-merchant",
        "A merchant that sends another merchant's key receives that merchant's object",
        ({ replay }) => ({
          scope: ({ operationId }, key) => JSON.stringify([operationId, key]),
          replay: (record, command, now) => record.answer ?? replay(record, command, now),
        }),
      ),
      fault(
        "in-progress-reported-as-duplicate",
        "key-in-progress-refused",
        "A key in progress is reported as used",
        () => ({ inProgress: duplicate }),
      ),
    ],
    whereRequired: () => [
      fault("without-key", "key-required", "No key is required", ({ refuse }) => ({
        refuse: (key) => (key === undefined ? undefined : refuse(key)),
      })),
      fault(
        "key-named-otherwise",
        "key-required",
        "A missing key is refused as a field of the body",
        (usual) => ({
          refuse: (key) =>
            key === undefined
              ? validationFailed(422, [{ rule: "required", field: "idempotencyKey", message: "missing" }])
              : usual.refuse(key),
        }),
      ),
      limited(254),
      limited(256),
    ],
    counted: [
      wrapped(
        "refused-for-a-new-key",
        "refused-for-its-cause",
        "Each third new key is refused as used",
        () => {
          const keys = new Set<string>();
          return async (key, { forward }) => {
            const isNew = !keys.has(key);
            keys.add(key);
            return isNew && keys.size % 3 === 0
              ? Response.json({ code: "E_DUPLICATE_OPERATION", message: "Duplicate" }, { status: 409 })
              : forward();
          };
        },
      ),
      wrapped(
        "conflict-is-done-too",
        `conflict-${once}`,
        "A repetition that is refused with a conflict takes effect",
        () => async (_key, exchange) => {
          const answer = await exchange.forward();
          if (await isConflict(answer)) await exchange.forward(underAnotherKey(exchange));
          return answer;
        },
      ),
      wrapped(
        "conflict-with-another-key",
        "key-in-progress-refused",
        "A request is refused with a conflict while one with another key of the merchant is in progress",
        () => {
          const busy = new Set<string>();
          return async (key, { headers, forward }) => {
            const merchant = `${headers.get("authorization") ?? ""} `;
            const id = `${merchant}${key}`;
            if (busy.has(id)) return forward();
            if ([...busy].some((other) => other.startsWith(merchant)))
              return Response.json({ code: "E_IDEMPOTENCY_CONFLICT", message: "Conflict" }, { status: 409 });
            busy.add(id);
            return forward().finally(() => busy.delete(id));
          };
        },
      ),
      wrapped(
        "conflict-for-ever",
        "key-in-progress-ends",
        "A key that was refused with a conflict is always refused with it",
        () => {
          const met = new Map<string, Response>();
          return async (key, { forward }) => {
            const answer = met.get(key) ?? (await forward());
            if (await isConflict(answer)) met.set(key, answer.clone());
            return answer;
          };
        },
      ),
      wrapped(
        "key-never-spent-after-a-refusal",
        `key-after-refusal-${once}`,
        "A key whose first request was refused never prevents a repetition",
        neverSpent((status) => status === 400 || status === 422),
      ),
      wrapped(
        "key-never-spent-after-an-outage",
        `key-after-outage-${once}`,
        "A key whose first request an outage refused never prevents a repetition",
        neverSpent((status) => status >= 500),
      ),
      wrapped(
        "keys-remembered-ten-deep",
        "key-outlasts-others",
        "A key is forgotten after ten others",
        () => {
          const keys: string[] = [];
          return async (key, exchange) => {
            const at = keys.indexOf(key);
            if (at < 0) keys.push(key);
            const isOld = at >= 0 && keys.length - at > REMEMBERED;
            return exchange.forward(isOld ? underAnotherKey(exchange) : undefined);
          };
        },
      ),
    ],
  };
}

/** The number of keys that a forgetful server remembers. */
const REMEMBERED = 10;

/** How a request with a key is answered. */
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
const neverSpent = (isSelected: (status: number) => boolean) => (): Keyed => {
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
};

/** The first answer again, with an id of its own. */
export const withAnotherId =
  (prefix: string): IdempotencyPolicy["replay"] =>
  ({ answer }, _command, now) => ({
    status: 201,
    body: { ...(isObject(answer?.body) ? answer.body : {}), id: `${prefix}replay${now}` },
  });
