import type { ConnectInput, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import type { Mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { connectMutant } from "./mutant.ts";
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
  connectMutant(
    {
      id: "activation-of-the-account-in-the-query",
      violates: "activation/named-account-is-not-read",
      summary: "The activation is that of the account in the query.",
      subtle: true,
    },
    "activation",
    ({ retrieve }) => ({ retrieve: obeying(retrieve, "accountId") }),
  ),
  connectMutant(
    {
      id: "schedule-of-the-account-in-the-query",
      violates: "payout-schedule/named-account-is-not-read",
      summary: "The schedule is that of the account in the query.",
      subtle: true,
    },
    "payoutSchedule",
    ({ retrieve }) => ({ retrieve: obeying(retrieve, "account") }),
  ),
  connectMutant(
    {
      id: "schedule-written-for-the-account-in-the-body",
      violates: "payout-schedule/named-account-is-not-written",
      summary: "A schedule is written for the account in the body.",
      subtle: true,
    },
    "payoutSchedule",
    ({ replace }) => ({ replace: obeying(replace, "account") }),
  ),
  connectMutant(
    {
      id: "overview-of-the-account-in-the-query",
      violates: "overview/named-account-is-not-read",
      summary: "The overview is that of the account in the query.",
      subtle: true,
    },
    "overview",
    (usual) => obeying(usual, "account_id"),
  ),
];
