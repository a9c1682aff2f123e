import type { RuleCheck } from "./kit.ts";
import { checkFacts } from "../spec/index.ts";
import { modules as generated } from "./generated/modules.ts";

/** Where the checks are: one folder an area, one file a family of rules. */
const modules: Readonly<Record<string, () => Promise<{ readonly default: readonly RuleCheck[] }>>> =
  generated;

/** By the id of their rule, the checks that are loaded. */
const loaded = new Map<string, RuleCheck>();
const moduleOf = new Map<string, string>();

/**
 * Every check of the suite. A plan needs only what is generated of them: the code of a check is loaded when it judges, or
 * earlier by {@link loadChecks}.
 */
export const checks: readonly RuleCheck[] = checkFacts().map(({ id, module, options }) => {
  moduleOf.set(id, module);
  const judge: RuleCheck["judge"] = async (check) => {
    if (!loaded.has(id)) await load(module);
    const code = loaded.get(id);
    if (code === undefined)
      throw new Error(`suites/${module} has no check for ${id}; run \`npm run generate\``);
    await code.judge(check);
  };
  return { id, judge, options: options };
});

/** Loads the code of these rules' checks, by default of all: no check then waits for its code while it judges. */
export async function loadChecks(ids: Iterable<string> = moduleOf.keys()): Promise<void> {
  const needed = new Set([...ids].flatMap((id) => moduleOf.get(id) ?? []));
  await Promise.all([...needed].map(load));
}

async function load(module: string): Promise<void> {
  const { default: found } = (await modules[module]?.()) ?? { default: [] };
  for (const check of found) loaded.set(check.id, check);
}
