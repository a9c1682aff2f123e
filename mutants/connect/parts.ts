import type {
  ConnectGuard,
  ConnectInput,
  ConnectParts,
  ConnectRoute,
} from "../../emulator/areas/connect/parts.ts";
import { lineOn, outside, type Wallet } from "../../emulator/areas/account/wallets.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { inOrder, part, type PartChange, perEmulator, type Replace } from "../mutant.ts";

/** Changes one part of Connect. */
export const connectPart = <Key extends keyof ConnectParts>(
  key: Key,
  change: PartChange<ConnectParts[Key]>,
): Replace => part(["connect", key], change);

/** The routes of Connect by their place among its parts. */
export type RoutePlace =
  | "activation.retrieve"
  | "allocations"
  | "charges.capture"
  | "charges.create"
  | "compliance"
  | "createAccount"
  | "listAccounts"
  | "listTransactions"
  | "onboarding"
  | "overview"
  | "payoutSchedule.replace"
  | "payoutSchedule.retrieve"
  | "refunds"
  | "retrieveAccount"
  | "reversals"
  | "withdrawals";

/** Changes one route. */
export const routeAt = (place: RoutePlace, change: PartChange<ConnectRoute>): Replace => {
  const [key, name] = place.split(".") as ["charges", "create"?];
  const changed = change as PartChange<unknown>;
  return name === undefined ? part(["connect", key], changed) : part(["connect", key, name], changed);
};

/** Removes one guard of a route. */
export const without = (place: RoutePlace, name: string): Replace =>
  routeAt(place, ({ guards }) => {
    knows(guards, name);
    return { guards: guards.filter((guard) => guard.name !== name) };
  });

/** Adds a guard to a route, before all others. */
export const alsoRefusing = (place: RoutePlace, refuse: ConnectGuard["refuse"]): Replace =>
  routeAt(place, ({ guards }) => ({ guards: [{ name: "mutant", refuse }, ...guards] }));

/** Changes what a guard refuses. If `change` returns undefined, the request passes. */
export const refusing = (
  place: RoutePlace,
  name: string,
  change: (refusal: Decision, input: ConnectInput) => Decision | undefined,
): Replace =>
  routeAt(place, ({ guards }) => {
    knows(guards, name);
    return {
      guards: guards.map((guard) =>
        guard.name === name
          ? {
              ...guard,
              refuse: (input) => {
                const refusal = guard.refuse(input);
                return refusal === undefined ? undefined : change(refusal, input);
              },
            }
          : guard,
      ),
    };
  });

/** Changes the body of one refusal of a route. */
export const changingRefusal = (
  place: RoutePlace,
  name: string,
  change: (body: Body, input: ConnectInput) => void,
): Replace => refusing(place, name, (refusal, input) => withAnswer(refusal, (body) => change(body, input)));

/**
 * Executes what one guard refuses, if no other guard refuses it, and answers with the refusal. `as` returns the request to execute;
 * undefined only refuses.
 */
export const refusedButDone = (
  place: RoutePlace,
  name: string,
  as: (input: ConnectInput, refusal: Decision) => ConnectInput | undefined = (input) => input,
): Replace =>
  routeAt(place, ({ guards, act }) => {
    knows(guards, name);
    const others = guards.filter((guard) => guard.name !== name);
    const refuseButDo = (guard: ConnectGuard, input: ConnectInput): Decision | undefined => {
      const refusal = guard.refuse(input);
      const done = refusal === undefined ? undefined : as(input, refusal);
      if (refusal === undefined || done === undefined) return refusal;
      if (others.some((other) => other.refuse(done) !== undefined)) return refusal;
      return { ...act(done), answer: refusal.answer };
    };
    return {
      guards: guards.map((guard) =>
        guard.name === name ? { ...guard, refuse: (input) => refuseButDo(guard, input) } : guard,
      ),
    };
  });

/** Once a guard has refused a request, refuses all later requests for the same object as well. */
export const refusingForEver = (
  place: RoutePlace,
  name: string,
  subjectOf: (input: ConnectInput) => string | undefined,
): Replace =>
  perEmulator(() => {
    const refused = new Map<string | undefined, Decision>();
    return inOrder(
      refusing(place, name, ({ answer }, input) => {
        refused.set(subjectOf(input), { answer });
        return { answer };
      }),
      alsoRefusing(place, (input) => refused.get(subjectOf(input))),
    );
  });

/** Changes the request before a route reads it. */
export const readingAs = (place: RoutePlace, read: (input: ConnectInput) => ConnectInput): Replace =>
  routeAt(place, ({ guards, act }) => ({
    guards: guards.map((guard) => ({ ...guard, refuse: (input) => guard.refuse(read(input)) })),
    act: (input) => act(read(input)),
  }));

/** Changes the body before a route reads it. */
export const readingBody = (place: RoutePlace, change: (body: Body, input: ConnectInput) => void): Replace =>
  readingAs(place, (input) => {
    const { command } = input;
    if (!isObject(command.body)) return input;
    const body = structuredClone(command.body);
    change(body, input);
    return { ...input, command: { ...command, body } };
  });

/** Changes the decision of a route before it is committed. */
export const acting = (
  place: RoutePlace,
  change: (decision: Decision, input: ConnectInput) => Decision,
): Replace => routeAt(place, ({ act }) => ({ act: (input) => change(act(input), input) }));

/** Changes the body of a route's answers. */
export const changingAnswer = (
  place: RoutePlace,
  change: (body: Body, input: ConnectInput) => void,
): Replace => acting(place, (decision, input) => withAnswer(decision, (body) => change(body, input)));

/** Changes the body of a decision's answer. */
export const withAnswer = (decision: Decision, change: (body: Body) => void): Decision => {
  const { answer } = decision;
  if (!isObject(answer.body)) return decision;
  const body = structuredClone(answer.body);
  change(body);
  return { ...decision, answer: { ...answer, body } };
};

/** A decision that also credits francs to a wallet, if there is one, or debits them if they are negative. */
export const crediting = (
  decision: Decision,
  wallet: Wallet | undefined,
  { now, ids }: ConnectInput,
  amount = 1,
): Decision => {
  if (wallet === undefined || amount === 0) return decision;
  const lines = [{ account: outside.world, amount: -amount }, lineOn(wallet, "available", amount)];
  return { ...decision, postings: [newEntry(ids, { at: now, kind: "mutant", book: wallet, lines })] };
};

function knows(guards: readonly ConnectGuard[], name: string): void {
  if (!guards.some((guard) => guard.name === name)) throw new Error(`no guard is called ${name}`);
}

/** The request as if the account that it names had sent it. Unchanged if it names no existing account. */
export function asNamed(input: ConnectInput, name: string): ConnectInput {
  const { command, state } = input;
  const inBody = isObject(command.body) ? command.body[name] : undefined;
  const accountId = command.query[name]?.[0] ?? inBody;
  if (typeof accountId !== "string" || state.get(merchants, accountId) === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId } } };
}

/** Acts for the account in the request instead of the key's (§4.6). */
export const actingForNamed = (place: RoutePlace, name: string): Replace =>
  readingAs(place, (input) => asNamed(input, name));
