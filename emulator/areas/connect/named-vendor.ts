import { guard } from "../../kernel/guards.ts";
import type { State } from "../../kernel/state.ts";
import type { ConnectGuard, ConnectInput } from "./parts.ts";
import type { TargetedOperation } from "./targets.ts";
import { type Vendor, vendors } from "./vendor.ts";

/** Refuses a vendor out of reach. `named` reads the identifier from the request; `undefined` if it has none. */
export const targetGuard = (
  operation: TargetedOperation,
  named: (input: ConnectInput) => string | undefined = inPath,
): ConnectGuard =>
  guard("target", (input) => {
    const id = named(input);
    if (id === undefined) return undefined;
    const { classify: judge, answers } = input.parts.targets[operation];
    const cause = judge(input.state, input.command.caller, id);
    if (cause !== undefined) return answers[cause]();
    return input.state.get(vendors, id) === undefined ? answers.unknown() : undefined;
  });

/** The identifier of the vendor in the path. */
export const inPath = ({ command }: ConnectInput): string => command.params["acct"] ?? "";

/**
 * The vendor of an identifier, if the caller can reach it. Guards ask this, so that each of them says something about
 * vendors in reach alone, wherever it stands in its list.
 */
export function inReach(
  { state, command, parts }: ConnectInput,
  operation: TargetedOperation,
  id: string,
): Vendor | undefined {
  const cause = parts.targets[operation].classify(state, command.caller, id);
  return cause === undefined ? state.get(vendors, id) : undefined;
}

/** The vendor of an identifier that the guards have accepted. */
export function reached(state: State, id: string): Vendor {
  const vendor = state.get(vendors, id);
  if (vendor === undefined) throw new Error(`No guard looked for the vendor ${id}`);
  return vendor;
}
