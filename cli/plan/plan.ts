import type { Plan } from "../../harness/run/plan.ts";
import { contractOperations } from "../../harness/contract.ts";
import { isMet, missing, type Supplies, supplyOf } from "../../harness/judge/needs.ts";
import { isApplicable } from "../../harness/patterns.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import type { Session } from "../../harness/run/session.ts";
import { Inconclusive, TransportFault } from "../../harness/verdicts.ts";
import { planOf, type RuleSelection } from "../selection/scope.ts";
import { sessionAt } from "../targets/session.ts";
import type { Target } from "../targets/describe.ts";
import { MONEY_OPERATIONS } from "./money.ts";

/** What a run would do, given the profile and the control of the target. */
export interface RunPlan {
  /** Number of selected rules. */
  readonly inScope: number;
  /** Rules that can be judged. A passive one still needs a matching exchange. */
  readonly judged: readonly CatalogueRule[];
  readonly notOffered: readonly CatalogueRule[];
  readonly blocked: readonly { readonly rule: CatalogueRule; readonly needs: readonly string[] }[];
  /** Missing needs. `alone` counts the rules with no other missing need; the need with most of these comes first. */
  readonly needs: readonly {
    readonly id: string;
    readonly supply: string;
    readonly rules: readonly string[];
    readonly alone: number;
  }[];
  /** The areas of sections without any route, and the number of their rules. */
  readonly withoutRoutes: { readonly areas: readonly string[]; readonly rules: number };
  /** Unbound ports that have a guessed request, with the number of judged rules that use it. */
  readonly guesses: readonly { readonly port: string; readonly rules: number }[];
  readonly planned: number;
  readonly unobservable: number;
  readonly money: readonly (typeof MONEY_OPERATIONS)[number][];
  /** The operationIds that control offers; null if the profile names no control. */
  readonly control: readonly string[] | null;
}

/** Plans a run. Reads the operations of control, the routes of the checkout host and the list of vendors. */
export async function runPlanFor(
  target: Target,
  { seed, runs, ...selection }: RuleSelection & { readonly runs: number; readonly seed: number },
): Promise<RunPlan> {
  const session = await sessionAt(target, { connections: 1, seed, runs });
  const vendorFound = await hasVendor(session).finally(() => session.close());
  return toRunPlan(planOf(selection), { supplies: { ...session.supplies, vendorFound } });
}

/** Whether the account has a vendor, which some rules only read. True if the list cannot be read. */
export async function hasVendor(session: Session): Promise<boolean> {
  const operation = contractOperations.get("listAccounts");
  const { test } = session.keys;
  if (operation === undefined || test === undefined) return true;
  try {
    const { body } = await session.sendTo({
      operation,
      host: operation.host,
      method: operation.method,
      path: operation.path,
      parts: {},
      authorization: `Bearer ${test}`,
      signal: session.closing,
      onExchange: () => undefined,
    });
    const { data } = (typeof body === "object" && body !== null ? body : {}) as { data?: unknown };
    return Array.isArray(data) && data.length > 0;
  } catch (error) {
    if (error instanceof TransportFault || error instanceof Inconclusive) return true;
    throw error;
  }
}

/** Describes a plan for a target with these supplies. `without`: the areas of sections without any route. */
export function toRunPlan(plan: Plan, options: { supplies: Supplies; without?: readonly string[] }): RunPlan {
  const { supplies, without: absent = [] } = options;
  const { profile } = supplies;
  const isOffered = (rule: CatalogueRule): boolean => isApplicable(profile.notOffered, rule);
  const isServed = ({ area }: CatalogueRule): boolean => !absent.includes(area);
  const missingNeeds = (rule: CatalogueRule): readonly string[] =>
    missing(rule.needs, supplies).map((need) => need.id);
  const offered = plan.judged.filter(isOffered);
  const waiting = offered.filter((rule) => !isServed(rule));
  const unjudged = plan.unjudged.filter(({ rule }) => isOffered(rule));
  const served = offered.filter(isServed);
  const blocked = served
    .map((rule) => ({ rule, needs: missingNeeds(rule) }))
    .filter((entry) => entry.needs.length > 0);
  const canRun = (rule: CatalogueRule): boolean =>
    isOffered(rule) && isServed(rule) && missingNeeds(rule).length === 0;
  const areas = new Set(
    plan.checks
      .map(({ rule }) => rule)
      .filter(canRun)
      .map(({ area }) => area),
  );
  const without = new Set(blocked.map(({ rule }) => rule.id));
  const judged = served.filter((rule) => !without.has(rule.id));
  const { guessedPorts = new Set<string>() } = supplies;
  const rulesUsing = (port: string): number => {
    const others = new Set([...guessedPorts].filter((other) => other !== port));
    return judged.filter((rule) => missing(rule.needs, { ...supplies, guessedPorts: others }).length > 0)
      .length;
  };
  return {
    inScope: offered.length + unjudged.length,
    judged,
    notOffered: plan.judged.filter((rule) => !isOffered(rule)),
    withoutRoutes: { areas: [...new Set(waiting.map(({ area }) => area))].sort(), rules: waiting.length },
    blocked,
    needs: needsOf(blocked),
    guesses: [...guessedPorts]
      .map((port) => ({ port, rules: rulesUsing(port) }))
      .filter(({ rules }) => rules > 0),
    planned: unjudged.filter(({ state }) => state === "planned").length,
    unobservable: unjudged.filter(({ state }) => state === "unobservable").length,
    money: MONEY_OPERATIONS.filter(
      (entry) =>
        // The first area is the operation's own. If it is not offered, checks of other areas do not call the operation either.
        !profile.notOffered.includes(entry.areas[0] ?? "") &&
        entry.areas.some((area) => areas.has(area)) &&
        (entry.need === null || isMet(entry.need, supplies)),
    ),
    control: profile.target.controlUrl === undefined ? null : [...supplies.control].sort(),
  };
}

function needsOf(blocked: RunPlan["blocked"]): RunPlan["needs"] {
  const byNeed = new Map<string, { rules: string[]; alone: number }>();
  for (const { rule, needs } of blocked) {
    for (const id of needs) {
      const entry = byNeed.get(id) ?? { rules: [], alone: 0 };
      entry.rules.push(rule.id);
      if (needs.length === 1) entry.alone += 1;
      byNeed.set(id, entry);
    }
  }
  return [...byNeed]
    .map(([id, entry]) => ({ id, supply: supplyOf(id), ...entry }))
    .sort((a, b) => b.alone - a.alone || b.rules.length - a.rules.length || (a.id < b.id ? -1 : 1));
}
