import { contractOperations } from "../contract.ts";
import { routeOf } from "./routes.ts";
import { needs as needsData, catalogue, needs } from "../../spec/index.ts";
import type { KeyRole, Keys, Profile } from "../profile/types.ts";
import type { CatalogueRule } from "../results.ts";

/** What is supplied for a target. */
export interface Supplies {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly liveKeyAllowed: boolean;
  /** operationIds that the target's control offers. */
  readonly control: ReadonlySet<string>;
  /** Whether the checkout host is known. Default: true. */
  readonly checkoutHost?: boolean;
  /** Whether the account has a vendor. Default: true, since a run finds out. */
  readonly vendorFound?: boolean;
  /** Ports that the profile does not bind and whose guessed binding the target has not refused. Default: none. */
  readonly guessedPorts?: ReadonlySet<string>;
}

/** The roles of the keys in needs, by the rest of the need's id. */
const KEYS: Readonly<Record<string, KeyRole>> = { live: "live", "second-merchant": "otherTest" };

/** Whether a need is met. `a|b` is met if either is. A need of an unknown family is never met. */
export function isMet(need: string, supplies: Supplies): boolean {
  if (need.includes("|")) return need.split("|").some((option) => isMet(option.trim(), supplies));
  const { profile, keys, control } = supplies;
  const merchants = control.has("createMerchant");
  const [family = "", ...rest] = need.split(".");
  const name = rest.join(".");
  switch (family) {
    case "key":
      if (name === "live" && !supplies.liveKeyAllowed) return false;
      return keys[KEYS[name] ?? "test"] !== undefined || merchants;
    case "control":
      return control.has(name);
    case "port":
      return (
        profile.ports[name] !== undefined ||
        supplies.guessedPorts?.has(name) === true ||
        isMetByOthers(need, supplies)
      );
    case "fixture":
      return profile.fixtures[name] !== undefined || isMetByOthers(need, supplies);
    case "field":
      return profile.fields[name] !== undefined;
    case "host":
      return name !== "checkout" || supplies.checkoutHost !== false;
    case "found":
      return supplies.vendorFound !== false || isMetByOthers(need, supplies);
    case "account":
      return true;
    case "events":
      return profile.events !== undefined;
    case "touch":
      return profile.mayTouch.includes(name) || merchants;
    default:
      return false;
  }
}

/** Whether a need that replaces this one is met (`met_by` in spec/needs.yaml). */
function isMetByOthers(need: string, supplies: Supplies): boolean {
  const others = needsData.find((entry) => entry.id === need)?.met_by ?? [];
  return others.some((other) => isMet(other, supplies));
}

/** Those of the needs that are not met, each with how to supply it. */
export function missing(
  needs: readonly string[],
  supplies: Supplies,
): readonly { id: string; supply: string }[] {
  return needs.filter((need) => !isMet(need, supplies)).map((id) => ({ id, supply: supplyOf(id) }));
}

/** What traffic that the suite did not make itself may lack. */
const OF_TRAFFIC: Readonly<Record<string, string>> = {
  traffic: "Judge more traffic: nothing in this could contradict the rule.",
  "traffic.credentials":
    "Record the requests with their `Authorization`, which browsers leave out: without it, nobody knows whose an object is.",
  "traffic.secrets": "Judge the run itself: its recording has a pseudonym where the rule judges a secret.",
};

/** Says in one sentence how to supply a need. */
export function supplyOf(need: string): string {
  const known = needsData.find((entry) => entry.id === need);
  if (known !== undefined) return known.supply;
  // Needs that arise during a run are not in the catalogue.
  const ofTraffic = OF_TRAFFIC[need];
  if (ofTraffic !== undefined) return ofTraffic;
  const route = contractOperations.get(routeOf(need) ?? "");
  if (route !== undefined)
    return `Serve \`${route.method} ${route.path}\`: it answers like an unserved path.`;
  if (need.startsWith("control."))
    return `Offer \`${need.slice("control.".length)}\` in the control protocol.`;
  if (need.startsWith("port.")) return `Bind it in the profile as \`ports.${need.slice("port.".length)}\`.`;
  return `see \`payconform explain\`: ${need}`;
}

/** Rules that ask for a need: by its own name, or by that of a need that it meets as well (`met_by` in spec/needs.yaml). */
export function rulesByNeed(need: string): readonly CatalogueRule[] {
  const asked = needsMetBy(need);
  return catalogue.filter(
    (rule) => rule.unobservable === undefined && rule.needs.some((one) => asked.has(one)),
  );
}

/** The need itself and, step by step, every other one that it meets. */
function needsMetBy(need: string): ReadonlySet<string> {
  const met = new Set([need]);
  for (const one of met) {
    for (const { id, met_by: others = [] } of needs) if (others.includes(one)) met.add(id);
  }
  return met;
}
