import type { RunResult } from "../../harness/results.ts";

/**
 * Identifies the target where services compare the reports of several runs, or merge those of several targets: the same from run to
 * run, another one for another target. Consists of letters, digits and hyphens. It is the name in the profile, or else the address.
 */
export function targetId({ embedded, target }: Pick<RunResult, "embedded" | "target">): string {
  if (embedded === true) return "embedded-emulator";
  const { name, baseUrl } = target;
  const address = baseUrl.replace(/^https?:\/\//i, "");
  // Without a name, a profile is named after its host, which may serve several targets.
  const id = name === "" || address.startsWith(name) ? address : name;
  const letters = id.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return letters.replace(/^-|-$/g, "") || "target";
}
