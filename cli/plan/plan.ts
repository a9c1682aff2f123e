import { catalogueAt } from "../../harness/catalogue.ts";
import { type Plan, planRun } from "../../harness/engine/run.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { contractOperations } from "../../harness/contract.ts";
import { isMet, missing, type Supplies, supplyOf } from "../../harness/needs.ts";
import { isApplicable } from "../../harness/applicability.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import type { RuleCheck } from "../../harness/rule.ts";
import { openSession } from "../../harness/session/open.ts";
import type { Session } from "../../harness/session/session.ts";
import { Inconclusive, TransportFault } from "../../harness/verdicts.ts";
import { checks } from "../../suites/index.ts";
import type { Shard } from "../arguments.ts";
import type { Target } from "../targets/target.ts";
import { MONEY_OPERATIONS } from "./money.ts";

/** What a run would do, as far as the profile and the target's control tell beforehand. */
export interface Outlook {
  /** Rules that the patterns mean, whatever becomes of them. */
  readonly inScope: number;
  /** Rules that can be judged. A passive one still depends on what the target answers. */
  readonly judged: readonly CatalogueRule[];
  readonly notOffered: readonly CatalogueRule[];
  readonly lacking: readonly { readonly rule: CatalogueRule; readonly needs: readonly string[] }[];
  /** Missing needs, the need of most rules first; `alone` counts those that lack nothing else. */
  readonly needs: readonly {
    readonly id: string;
    readonly supply: string;
    readonly rules: readonly string[];
    readonly alone: number;
  }[];
  /** Ports that would be called by a guess, with the judged rules that rest on it. */
  readonly guesses: readonly { readonly port: string; readonly rules: number }[];
  readonly planned: number;
  readonly unobservable: number;
  /** About how many, control included. */
  readonly requests: number;
  readonly money: readonly (typeof MONEY_OPERATIONS)[number][];
  /** operationIds that control offers; null when the profile names no control. */
  readonly control: readonly string[] | null;
}

/** Reads what tells beforehand how much can be judged: control, the checkout host's routes, the list of vendors. */
export async function outlookOn(
  target: Target,
  options: {
    patterns: readonly string[];
    runs: number;
    seed: number;
    shard?: Shard | undefined;
    /** Version of the catalogue; the newest without it. */
    catalogue?: string | undefined;
  },
): Promise<Outlook> {
  const { profile, keys, access, liveKeyAllowed } = target;
  const session = await openSession({
    profile,
    keys,
    access,
    transport: socketTransport({ connections: 1, connection: { network: profile.network, access } }),
    seed: options.seed,
    runs: options.runs,
    liveKeyAllowed,
  });
  const vendorFound = await hasVendor(session).finally(() => session.close());
  const { patterns, shard, catalogue } = options;
  const plan = planRun({
    checks,
    patterns,
    rules: catalogueAt(catalogue),
    ...(shard === undefined ? {} : { shard }),
  });
  return outlookOf(plan, { supplies: { ...session.supplies, vendorFound }, runs: options.runs });
}

/** Whether the account has a vendor already; some rules only need one to read. True where the target does not say. */
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

/** What this plan comes to on a target that supplies this. */
export function outlookOf(plan: Plan, options: { supplies: Supplies; runs: number }): Outlook {
  const { supplies, runs } = options;
  const { profile } = supplies;
  const offers = (rule: CatalogueRule): boolean => isApplicable(profile.notOffered, rule);
  const lackOf = (rule: CatalogueRule): readonly string[] =>
    missing(rule.needs, supplies).map((need) => need.id);
  const offered = plan.judged.filter(offers);
  const unjudged = plan.unjudged.filter(({ rule }) => offers(rule));
  const lacking = offered
    .map((rule) => ({ rule, needs: lackOf(rule) }))
    .filter((entry) => entry.needs.length > 0);
  const executed = plan.checks.filter(({ rule }) => offers(rule) && lackOf(rule).length === 0);
  const areas = new Set(executed.map(({ rule }) => rule.area));
  const without = new Set(lacking.map(({ rule }) => rule.id));
  const judged = offered.filter((rule) => !without.has(rule.id));
  const { guessedPorts = new Set<string>() } = supplies;
  const restingOn = (port: string): number => {
    const others = new Set([...guessedPorts].filter((other) => other !== port));
    return judged.filter((rule) => missing(rule.needs, { ...supplies, guessedPorts: others }).length > 0)
      .length;
  };
  return {
    inScope: offered.length + unjudged.length,
    judged,
    notOffered: plan.judged.filter((rule) => !offers(rule)),
    lacking,
    needs: needsOf(lacking),
    guesses: [...guessedPorts]
      .map((port) => ({ port, rules: restingOn(port) }))
      .filter(({ rules }) => rules > 0),
    planned: unjudged.filter(({ state }) => state === "planned").length,
    unobservable: unjudged.filter(({ state }) => state === "unobservable").length,
    requests: executed.reduce((sum, { rule, check }) => sum + requestsOf(rule, check, runs), 0),
    money: MONEY_OPERATIONS.filter(
      (entry) =>
        // The first area is the operation's own; what is not offered there, others do not call either.
        !profile.notOffered.includes(entry.areas[0] ?? "") &&
        entry.areas.some((area) => areas.has(area)) &&
        (entry.need === null || isMet(entry.need, supplies)),
    ),
    control: profile.target.controlUrl === undefined ? null : [...supplies.control].sort(),
  };
}

function needsOf(lacking: Outlook["lacking"]): Outlook["needs"] {
  const byNeed = new Map<string, { rules: string[]; alone: number }>();
  for (const { rule, needs } of lacking) {
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

/** Requests of a check by its kind, where it does not say; measured on the emulator. */
const USUAL: Readonly<Record<CatalogueRule["kind"], (runs: number) => number>> = {
  passive: () => 0,
  example: () => 4,
  property: (runs) => runs,
  model: (runs) => 6 * runs,
  race: () => 40,
  sequence: () => 12,
};

function requestsOf(rule: CatalogueRule, check: RuleCheck, runs: number): number {
  return check.options.requests ?? Math.ceil(USUAL[rule.kind](runs));
}
