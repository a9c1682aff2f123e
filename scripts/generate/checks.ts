import { dataText } from "./data-text.ts";

/** The facts about each check that a plan needs without its code, as JSON. Checks read the generated contract and catalogue. */
export async function checksFile(): Promise<string> {
  const { modules } = await import("../../suites/generated/modules.ts");
  const facts = [];
  for (const [module, load] of Object.entries(modules))
    for (const { id, options } of (await load()).default) facts.push({ id, module, options });
  return dataText(facts);
}
