import type { Check } from "../../harness/check.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** Whether the profile's binding of a port passes an input on to the target. */
export function passes(check: Check, port: string, input: string): boolean {
  const binding = check.profile.ports[port];
  if (binding === undefined) return false;
  const { path, query, headers, body } = binding;
  return JSON.stringify([path, query, headers, body]).includes(`{${input}}`);
}

/**
 * Only what a port passes on to the target can come back in an event.
 * @throws Inconclusive when its binding leaves the input out
 */
export function requireInput(check: Check, port: string, input: string): void {
  if (!passes(check, port, input))
    throw new Inconclusive(`the port ${port} passes no ${input} on, so none can come back`);
}
