import type { ConnectParts } from "../../emulator/areas/connect/parts.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { connecting } from "./parts.ts";

/** A lie about one part of Connect: its id, the rule that catches it, what it is, and the part as it is then. */
export type Lies<Key extends keyof ConnectParts> = (
  id: string,
  violates: RuleId | readonly RuleId[],
  summary: string,
  change: (usual: ConnectParts[Key]) => Partial<ConnectParts[Key]>,
) => Mutant;

/** Ways to lie about one part of Connect: plainly, or where the plainest request does not show it. */
export function liesAbout<Key extends keyof ConnectParts>(
  key: Key,
): { readonly plain: Lies<Key>; readonly subtle: Lies<Key> } {
  const lies =
    (subtle: boolean): Lies<Key> =>
    (id, violates, summary, change) =>
      mutant({ id, violates, summary, subtle }, (parts) =>
        connecting(parts, (connect) => ({ [key]: { ...connect[key], ...change(connect[key]) } })),
      );
  return { plain: lies(false), subtle: lies(true) };
}
