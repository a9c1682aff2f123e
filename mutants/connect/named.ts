import type { ConnectInput, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import type { Mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { liesAbout } from "./lies.ts";
import { readingAs } from "./parts.ts";

/** The request as if the account that it names had sent it; undefined when it names none that exists. */
function asNamed(input: ConnectInput, name: string): ConnectInput {
  const { command, state } = input;
  const inBody = isObject(command.body) ? command.body[name] : undefined;
  const accountId = command.query[name]?.[0] ?? inBody;
  if (typeof accountId !== "string" || state.get(merchants, accountId) === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId } } };
}

const obeying = <Route extends ConnectRoute>(route: Route, name: string): Route => ({
  ...route,
  ...readingAs(route, (input) => asNamed(input, name)),
});

/** Singletons of the account that a request names, in place of the key's (§4.6). */
export const namedAccountMutants: readonly Mutant[] = [
  liesAbout("activation").subtle(
    "activation-of-the-account-in-the-query",
    "activation/named-account-is-not-read",
    "The activation is that of the account in the query.",
    ({ retrieve }) => ({ retrieve: obeying(retrieve, "accountId") }),
  ),
  liesAbout("payoutSchedule").subtle(
    "schedule-of-the-account-in-the-query",
    "payout-schedule/named-account-is-not-read",
    "The schedule is that of the account in the query.",
    ({ retrieve }) => ({ retrieve: obeying(retrieve, "account") }),
  ),
  liesAbout("payoutSchedule").subtle(
    "schedule-written-for-the-account-in-the-body",
    "payout-schedule/named-account-is-not-written",
    "A schedule is written for the account in the body.",
    ({ replace }) => ({ replace: obeying(replace, "account") }),
  ),
  liesAbout("overview").subtle(
    "overview-of-the-account-in-the-query",
    "overview/named-account-is-not-read",
    "The overview is that of the account in the query.",
    (usual) => obeying(usual, "account_id"),
  ),
];
