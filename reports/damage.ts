import type { RuleResult } from "../harness/results.ts";

/** What a violation damages: money, who may see or do something, what clients rely on, or only the form of an answer. */
export type Damage = "money" | "disclosure" | "contract" | "form";

/** The worst first. */
export const DAMAGES: readonly Damage[] = ["money", "disclosure", "contract", "form"];

/** Areas whose rules say what happens to money, and sections about paying twice or with too little. */
const OF_MONEY = new Set(["allocations", "reversals", "withdrawals", "charges", "invoices", "transactions"]);
const MONEY_SECTIONS = new Set(["7.5", "7.6"]);
/** Areas whose rules say who may do what. */
const OF_ACCESS = new Set(["authentication", "connect-targets"]);
/** Sections about the wording of refusals. */
const OF_FORM = new Set(["7.1", "7.4", "7.8", "7.9"]);

/** The kind of damage that a violation of this rule does. */
export function damageOf({ area, section, kind }: Pick<RuleResult, "area" | "section" | "kind">): Damage {
  if (OF_ACCESS.has(area)) return "disclosure";
  if (kind === "passive") return "form";
  if (kind === "race" || kind === "model" || MONEY_SECTIONS.has(section)) return "money";
  return OF_MONEY.has(area) && !OF_FORM.has(section) ? "money" : "contract";
}
