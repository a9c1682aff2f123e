import { createPorts, type PortCaller } from "../ports.ts";
import { TransportFault } from "../verdicts.ts";
import type { Creations } from "./creations.ts";

/** Ports whose calls are tracked in `creations`. */
export function trackedPorts(
  { creations, signal }: { readonly creations: Creations; readonly signal: AbortSignal },
  options: Parameters<typeof createPorts>[0],
): PortCaller {
  const ports = createPorts(options);
  return {
    ...ports,
    call: async (name, call = {}) => {
      const creation = signal.aborted ? null : creations.beforePortCall(name, call);
      try {
        const answer = await ports.call(name, call);
        creations.observePort(name, call, answer);
        creations.settle(creation);
        return answer;
      } catch (error) {
        const isUnanswered = error instanceof TransportFault && error.kind !== "refused";
        if (!isUnanswered) creations.settle(creation);
        throw error;
      }
    },
  };
}
