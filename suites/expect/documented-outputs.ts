import type { PortAnswer } from "../../harness/ports.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { named } from "./members.ts";

/**
 * The value of a field that the document names in the answer of a port: where the profile points to, or under the documented name anywhere
 * in the answer. Undefined if it is absent there, while the profile's other pointers show that this is the answer they describe.
 * @throws NeedMissing for the pointer, if no other one resolves
 */
export function documentedOutput(port: PortAnswer, output: string, documented: string): unknown {
  const { read } = port.answer;
  const body: unknown = read.kind === "json" ? read.value : undefined;
  const value = port.output(output) ?? documented.split(".").reduce(named, body);
  if (value === undefined && !port.othersResolve(output))
    throw new NeedMissing(`port.${port.name}.outputs.${output}`);
  return value;
}
