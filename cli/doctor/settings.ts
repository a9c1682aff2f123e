import { KEY_VARIABLES } from "../../harness/redaction/run-secrets.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { controlFault } from "../targets/reachability.ts";
import { type DescribedTarget, describeProfile } from "../targets/describe.ts";
import { type Finding, findingAbout } from "./finding.ts";

/** A described target with the settings that it lacks and that are found without a key. */
export interface Completed {
  readonly described: DescribedTarget;
  readonly findings: readonly Finding[];
}

/** Finds the control of a target at its usual place, the variables of further keys, and whether a receiver of events can be used. */
export async function withFoundSettings(given: DescribedTarget): Promise<Completed> {
  const { folder } = given.secretContext;
  const findings: Finding[] = [];
  let { written } = given;
  const add = (found: ProfileInput, what: string, text: string): void => {
    written = { ...written, ...found };
    findings.push(findingAbout(what)("found", text));
  };
  const { baseUrl, controlUrl } = given.profile.target;
  if (controlUrl === undefined && given.profile.target.controlModule === undefined) {
    const target = { ...written.target, controlUrl: `${baseUrl}/control` };
    const fault = await controlFault(describeProfile({ ...written, target }, folder));
    if (fault === null) add({ target }, "control", `${target.controlUrl} serves the control protocol`);
  }
  for (const role of ["otherTest", "otherLive"] as const) {
    const env = KEY_VARIABLES[role];
    if (written.keys?.[role] !== undefined || (process.env[env] ?? "") === "") continue;
    add(
      { keys: { test: { env: "PAYCONFORM_KEY" }, ...written.keys, [role]: { env } } },
      "keys",
      `${role} is in ${env}`,
    );
  }
  // The target can reach a receiver on its own machine.
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl);
  const registers =
    written.ports?.["registerWebhookEndpoint"] !== undefined || written.target?.controlUrl !== undefined;
  if (written.events === undefined && isLocal && registers)
    add({ events: { receiver: {} } }, "events", "a receiver on this machine can be registered");
  return { described: describeProfile(written, folder), findings };
}
