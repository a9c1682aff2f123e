import { entry, type Replace } from "../mutant.ts";
import type { Envelope } from "../../emulator/kernel/events.ts";

/** Changes the envelope of a family's events. `usual` creates the documented one. */
export function enveloping(
  family: string,
  wrap: (event: Parameters<Envelope>[0], usual: Envelope) => ReturnType<Envelope>,
): Replace {
  return entry("envelopes", family, (usual) => (event) => wrap(event, usual));
}
