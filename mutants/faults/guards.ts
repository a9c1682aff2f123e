import {
  currencyOf,
  heldIn,
  lineOn,
  outside,
  type Wallet,
  walletIn,
} from "../../emulator/areas/account/wallets.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations, charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import { readingBody, refusing, type RoutePlace } from "../connect/parts.ts";
import type { Mutant, Replace } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { type Condition, type FieldFaults, fieldFaults, kebab, where } from "./fields.ts";
import { as, type Replacement, withMember } from "./values.ts";

/* Faults in the refusals of Connect's routes. */

/** A body, and the request that has it or is answered with it. */
export interface OfRequest {
  readonly body: Body;
  readonly input: ConnectInput;
}

/** Mutants of the fields of what one guard of a route refuses. The field `status` is that of the answer. */
export const refusalFaults = (
  name: string,
  [place, guard]: readonly [RoutePlace, string],
  rules: string,
): FieldFaults<OfRequest> =>
  fieldFaults<OfRequest>({
    name: `refused ${name}`,
    of: `a refused ${name}`,
    rules,
    change: (field, value) =>
      refusing(place, guard, (refusal, input) => {
        const { answer } = refusal;
        const body = isObject(answer.body) ? answer.body : {};
        const { status, ...changed } = withMember<Body>({ ...body, status: answer.status }, field, (usual) =>
          value(usual, { body, input }),
        );
        return { ...refusal, answer: { ...answer, status: Number(status), body: changed } };
      }),
  });

/** Mutants of the fields that a route reads in its request. */
export const readFaults = (name: string, place: RoutePlace, rules: string): FieldFaults<OfRequest> =>
  fieldFaults<OfRequest>({
    name: `${name} read`,
    of: `the request for ${/^[aeiou]/.test(name) ? "an" : "a"} ${name}, as it is read,`,
    rules,
    change: (field, value) =>
      readingBody(place, (body, input) => {
        const read = value(body[field], { body, input });
        if (read === undefined) delete body[field];
        else body[field] = read;
      }),
  });

/** The list of `errors` with another member in the entry of one field. */
export const withEntry = (field: string, member: "field" | "rule", other: string): Replacement =>
  as(`a list with the ${member} ${other} for ${field}`, (errors) =>
    (errors as readonly Body[]).map((error) =>
      error["field"] === field ? { ...error, [member]: other } : error,
    ),
  );

/** For `drops`: a field whose value is falsy. */
export const ifFalsy = (field: string): Condition<OfRequest> =>
  where("if it is zero or false", ({ body }) => body[field] === 0 || body[field] === false);

/** What a refusal moves in addition. */
const MISTAKES = {
  "credits the vendor": (input: ConnectInput) => {
    const wallet = walletOf(input, subjectOf(input));
    return wallet && [{ account: outside.world, amount: -1 }, lineOn(wallet, "available", 1)];
  },
  "debits the marketplace": (input: ConnectInput) => {
    const wallet = walletOf(input, input.command.caller.accountId);
    return wallet && [lineOn(wallet, "available", -1), { account: outside.world, amount: 1 }];
  },
  "takes what the marketplace has": (input: ConnectInput) => {
    const wallet = walletOf(input, input.command.caller.accountId);
    const { available } = heldIn(input.state, wallet);
    if (wallet === undefined || available === 0) return undefined;
    return [lineOn(wallet, "available", -available), { account: outside.world, amount: available }];
  },
  "makes pending funds of the vendor available": (input: ConnectInput) => {
    const wallet = walletOf(input, subjectOf(input));
    if (wallet === undefined || heldIn(input.state, wallet).pending === 0) return undefined;
    return [lineOn(wallet, "pending", -1), lineOn(wallet, "available", 1)];
  },
  "takes what the vendor has": (input: ConnectInput) => {
    const [from, to] = [subjectOf(input), input.command.caller.accountId].map((one) => walletOf(input, one));
    const { pending, available } = heldIn(input.state, from);
    if (from === undefined || to === undefined || pending + available <= 0) return undefined;
    return [
      lineOn(from, "pending", -pending),
      lineOn(from, "available", -available),
      lineOn(to, "available", pending + available),
    ];
  },
  "debits another vendor": (input: ConnectInput) => {
    const { accountId } = input.command.caller;
    const others = input.state.all(vendors).filter((one) => one.accountId === accountId);
    const wallet = others
      .filter(({ id }) => id !== subjectOf(input))
      .flatMap(({ id }) => walletOf(input, id) ?? [])
      .find((one) => heldIn(input.state, one).available > 0);
    return wallet && [lineOn(wallet, "available", -1), { account: outside.world, amount: 1 }];
  },
} as const;
type Mistake = keyof typeof MISTAKES;

/** The vendor that a request is about. */
function subjectOf({ state, command }: ConnectInput): string {
  const body = isObject(command.body) ? command.body : {};
  const named = command.params["acct"] ?? body["destination"] ?? body["on_behalf_of"];
  if (typeof named === "string") return named;
  const { allocationId = "", id = "" } = command.params;
  return (state.get(allocations, allocationId) ?? state.find(charges, "intent", id)[0])?.vendor ?? "";
}

function walletOf({ state, command: { caller } }: ConnectInput, holder: string): Wallet | undefined {
  return walletIn(state, holder, caller.mode, currencyOf(state, caller.accountId));
}

/** A guard whose refusal moves money. */
export const mistaken = (place: RoutePlace, guard: string, mistake: Mistake): Replace =>
  refusing(place, guard, (refusal, input) => {
    const { state, command, now, ids } = input;
    const { accountId, mode } = command.caller;
    const lines = MISTAKES[mistake](input);
    if (lines === undefined) return refusal;
    const book = { mode, currency: currencyOf(state, accountId) };
    return { ...refusal, postings: [newEntry(ids, { at: now, kind: "mutant", book, lines })] };
  });

/** A mutant with such a guard. */
export const refusalMoving = (
  [place, guard]: readonly [RoutePlace, string],
  mistake: Mistake,
  ...violates: Mutant["violates"]
): Mutant => ({
  id: kebab(`refused ${place} ${guard} ${mistake}`),
  violates,
  summary: `What the guard ${guard} of ${place} refuses ${mistake}.`,
  replace: mistaken(place, guard, mistake),
});
