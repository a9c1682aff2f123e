import { NeedMissing, type PortAnswer } from "../kit.ts";

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

/** The first member with this name, at any depth. The document names some members without their location. */
function named(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const own = (value as Record<string, unknown>)[name];
  if (own !== undefined) return own;
  for (const inner of Object.values(value)) {
    const found = named(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
