import { createPorts, type PortCaller } from "../ports.ts";
import { TransportFault } from "../verdicts.ts";
import type { Leftovers } from "./creations.ts";

/** What ports make is noted, so that nothing is left behind unseen. */
export function notedPorts(
  { leftovers, signal }: { readonly leftovers: Leftovers; readonly signal: AbortSignal },
  options: Parameters<typeof createPorts>[0],
): PortCaller {
  const ports = createPorts(options);
  return {
    ...ports,
    call: async (name, call = {}) => {
      const creation = signal.aborted ? null : leftovers.asksPort(name, call);
      try {
        const answer = await ports.call(name, call);
        leftovers.seePort(name, call, answer);
        leftovers.answered(creation);
        return answer;
      } catch (error) {
        const isUnanswered = error instanceof TransportFault && error.kind !== "refused";
        if (!isUnanswered) leftovers.answered(creation);
        throw error;
      }
    },
  };
}
