import type {
  AllocationParts,
  ConnectGuard,
  ConnectInput,
  ConnectParts,
  ConnectRoute,
  ReversalParts,
  WithdrawalParts,
} from "../../emulator/areas/connect/parts.ts";
import { lineOn, outside, type Wallet } from "../../emulator/areas/account/wallets.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { type Body, isObject } from "../shared/answers.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

/** Ways to replace parts of Connect. Each gives the parts with one thing changed. */
export const connecting = (change: PartChange<ConnectParts>): Replace => part(["connect"], change);

/** One part of Connect replaced: `change` gives what is different in it. */
export const connectPart = <Key extends keyof ConnectParts>(
  key: Key,
  change: PartChange<ConnectParts[Key]>,
): Replace => part(["connect", key], change);

/** Where a route stands among the parts of Connect. */
export type RoutePlace =
  | "activation.retrieve"
  | "allocations"
  | "charges.create"
  | "compliance"
  | "createAccount"
  | "listAccounts"
  | "listTransactions"
  | "onboarding"
  | "overview"
  | "payoutSchedule.replace"
  | "payoutSchedule.retrieve"
  | "retrieveAccount"
  | "reversals"
  | "withdrawals";

/** One route replaced: `change` gives what is different in it. */
export const routeAt = (place: RoutePlace, change: PartChange<ConnectRoute>): Replace => {
  const [key, name] = place.split(".") as ["charges", "create"?];
  const changed = change as PartChange<unknown>;
  return name === undefined ? part(["connect", key], changed) : part(["connect", key, name], changed);
};

export const allocating = (change: PartChange<AllocationParts>): Replace =>
  part(["connect", "allocations"], change);

export const reversing = (change: PartChange<ReversalParts>): Replace =>
  part(["connect", "reversals"], change);

export const withdrawing = (change: PartChange<WithdrawalParts>): Replace =>
  part(["connect", "withdrawals"], change);

/** A route without one of its reasons to refuse. */
export const without = ({ guards }: ConnectRoute, name: string): { guards: readonly ConnectGuard[] } => {
  knows(guards, name);
  return { guards: guards.filter((guard) => guard.name !== name) };
};

/** A route one of whose refusals is another: `change` is called with what the guard refuses. */
export const refusing = (
  { guards }: ConnectRoute,
  name: string,
  change: (refusal: Decision, input: ConnectInput) => Decision,
): { guards: readonly ConnectGuard[] } => {
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
};

/** A route with one more reason to refuse, before all others. */
export const alsoRefusing = (
  { guards }: ConnectRoute,
  refuse: ConnectGuard["refuse"],
): { guards: readonly ConnectGuard[] } => ({ guards: [{ name: "mutant", refuse }, ...guards] });

/** A route that reads another request than was sent. */
export const readingAs = <Route extends ConnectRoute>(
  { guards, act }: Route,
  read: (input: ConnectInput) => ConnectInput,
): Pick<ConnectRoute, "guards" | "act"> => ({
  guards: guards.map((guard) => ({ ...guard, refuse: (input) => guard.refuse(read(input)) })),
  act: (input) => act(read(input)),
});

/** A request with another body. */
export const withBody = (input: ConnectInput, change: (body: Body) => void): ConnectInput => {
  const { command } = input;
  if (!isObject(command.body)) return input;
  const body = structuredClone(command.body);
  change(body);
  return { ...input, command: { ...command, body } };
};

/** A route whose decision is changed before it is committed. */
export const acting = (
  { act }: ConnectRoute,
  change: (decision: Decision, input: ConnectInput) => Decision,
): { act: ConnectRoute["act"] } => ({ act: (input) => change(act(input), input) });

/** A decision whose answer's body is changed. */
export const answered = (decision: Decision, change: (body: Body) => void): Decision => {
  const { answer } = decision;
  if (!isObject(answer.body)) return decision;
  const body = structuredClone(answer.body);
  change(body);
  return { ...decision, answer: { ...answer, body } };
};

/** A decision that also gives a wallet, where there is one, a franc out of nowhere. */
export const crediting = (
  decision: Decision,
  wallet: Wallet | undefined,
  { now, ids }: ConnectInput,
): Decision => {
  if (wallet === undefined) return decision;
  const lines = [{ account: outside.world, amount: -1 }, lineOn(wallet, "available", 1)];
  return { ...decision, postings: [newEntry(ids, { at: now, kind: "mutant", book: wallet, lines })] };
};

function knows(guards: readonly ConnectGuard[], name: string): void {
  if (!guards.some((guard) => guard.name === name)) throw new Error(`no guard is called ${name}`);
}

/** The request as if the account that it names had sent it; unchanged when it names none that exists. */
function asNamed(input: ConnectInput, name: string): ConnectInput {
  const { command, state } = input;
  const inBody = isObject(command.body) ? command.body[name] : undefined;
  const accountId = command.query[name]?.[0] ?? inBody;
  if (typeof accountId !== "string" || state.get(merchants, accountId) === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId } } };
}

/** A route that acts for the account in the request instead of the key's (§4.6). */
export const actingForNamed = <Route extends ConnectRoute>(route: Route, name: string): Route => ({
  ...route,
  ...readingAs(route, (input) => asNamed(input, name)),
});
