import type { RuleResult } from "../../harness/results.ts";

/** What a violation damages: money, access control, the contract that clients rely on, or only the form of an answer. */
export type Damage = "money" | "disclosure" | "contract" | "form";

/** Worst first. */
export const DAMAGES: readonly Damage[] = ["money", "disclosure", "contract", "form"];

/** Areas whose rules concern money, and sections on paying twice or without sufficient funds. */
const AREAS_OF_MONEY = new Set([
  "allocations",
  "reversals",
  "withdrawals",
  "charges",
  "invoices",
  "transactions",
]);
const MONEY_SECTIONS = new Set(["7.5", "7.6"]);
/** Areas whose rules concern who may do what. */
const OF_ACCESS = new Set(["authentication", "connect-targets"]);
/** Sections on the form of refusals. */
const OF_FORM = new Set(["7.1", "7.4", "7.8", "7.9"]);

/** The damage that a violation of a rule does. */
export function damageOf({ area, section, kind }: Pick<RuleResult, "area" | "section" | "kind">): Damage {
  if (OF_ACCESS.has(area)) return "disclosure";
  if (kind === "passive") return "form";
  if (kind === "race" || kind === "model" || MONEY_SECTIONS.has(section)) return "money";
  return AREAS_OF_MONEY.has(area) && !OF_FORM.has(section) ? "money" : "contract";
}
