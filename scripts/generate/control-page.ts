import { documentedOperations } from "../../spec/json.ts";
import type { Need, Rule } from "../../spec/index.ts";
import { type Page, table, withGenerated } from "./page.ts";
import { SourceFault } from "./sources.ts";

const PAGE = { path: "docs/control.md", part: "operations" };

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly default?: unknown;
  readonly format?: string;
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** What operations are for that no rule needs directly. */
const SERVES: Readonly<Record<string, string>> = {
  activateConnect: "by hand",
  awaitIdle: "every rule that expects no event: the suite decides it without waiting",
  changeSettings: "by hand",
  describeControl: "everything: the suite calls only what it lists",
  endOnboarding: "by hand",
  endOutage: "with `declareOutage`: a retry after the recovery succeeds",
  endSession: "by hand",
  listEvents: "by hand",
  listMerchants: "by hand",
  listWebhookEndpoints: "by hand",
  readSettings: "with `changeSettings`",
  readHold: "with `holdIdempotentRequest`",
  readWallClock: "with `moveWallClock`, and the overview: the current time",
  releaseHeldRequest: "with `holdIdempotentRequest`",
  removeWebhookEndpoint: "with `registerWebhookEndpoint`: clean-up",
  reset: "by hand",
  setNextDisbursementOutcome: "by hand",
  setNextRemittanceOutcome: "by hand",
  setPaymentIntentStatus: "by hand, or bound to a port",
  setPayoutMethod: "by hand",
  settleRemittance: "by hand",
  settleWithdrawal: "with rules about a withdrawal in flight",
};

/** The page on control, with an updated table of operations. @throws SourceFault */
export function controlPage(
  root: string,
  data: { control: Record<string, unknown>; rules: readonly Rule[]; needs: readonly Need[] },
): Page {
  const operations = documentedOperations(data.control).map(({ path, method, operation }) => ({
    ...(operation as unknown as Operation),
    method,
    path,
  }));
  const rows = operations.map(({ operationId, summary = "", method, path }) => {
    const request = `${method} ${path === "/" ? "" : path}`.trim();
    return [`\`${operationId}\``, `\`${request}\``, summary, rulesNeeding(operationId, data)];
  });
  const bodies = operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content?.["application/json"]?.schema;
    return schema === undefined ? [] : [`- \`${operationId}\`: ${membersOf(schema)}`];
  });
  const list = ["Body fields; those in brackets are optional:", "", ...bodies].join("\n");
  return withGenerated(root, PAGE, [
    table(["operation", "request", "does", "rules that need it"], rows),
    list,
  ]);
}

/** The members of a body on one line: names, allowed values and descriptions. */
function membersOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const shown = required.includes(name) ? `\`${name}\`` : `[\`${name}\`]`;
      return `${shown} (${valueOf(schema)})`;
    })
    .join(", ");
}

function valueOf({ type, enum: allowed, format, default: usual, description }: Schema): string {
  const kinds = Array.isArray(type) ? type.join(" or ") : String(type ?? "any");
  const value =
    allowed === undefined
      ? (format ?? kinds)
      : allowed.map((one) => `\`${typeof one === "string" ? one : JSON.stringify(one)}\``).join(", ");
  const without = usual === undefined ? "" : `; default \`${JSON.stringify(usual)}\``;
  const more = description === undefined ? "" : `; ${description.replace(/\s+/g, " ").replace(/\.$/, "")}`;
  return `${value}${without}${more}`;
}

function rulesNeeding(
  operationId: string,
  { rules, needs }: { readonly rules: readonly Rule[]; readonly needs: readonly Need[] },
): string {
  const met = new Set([`control.${operationId}`]);
  for (const one of met) for (const { id, met_by: by = [] } of needs) if (by.includes(one)) met.add(id);
  const areas = new Map<string, number>();
  for (const rule of rules) {
    if (rule.unobservable !== undefined || !rule.needs.some((need) => met.has(need))) continue;
    areas.set(rule.area, (areas.get(rule.area) ?? 0) + 1);
  }
  if (areas.size === 0) {
    const serves = SERVES[operationId];
    if (serves === undefined)
      throw new SourceFault(`scripts/generate/control-page.ts: say in SERVES what ${operationId} is for`);
    return serves;
  }
  const count = [...areas.values()].reduce((sum, one) => sum + one, 0);
  const most = [...areas].sort(([, a], [, b]) => b - a);
  const shown = most.slice(0, 4).map(([area, number]) => `${area} ${number}`);
  return `${count}: ${shown.join(", ")}${most.length > 4 ? " …" : ""}`;
}
