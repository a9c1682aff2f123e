import type { Replace } from "../mutant.ts";
import type { Envelope } from "../../emulator/kernel/events.ts";

/** The emulator with another envelope around the events of a family; `usual` makes the documented one. */
export function enveloping(
  family: string,
  wrap: (event: Parameters<Envelope>[0], usual: Envelope) => ReturnType<Envelope>,
): Replace {
  return (parts) => {
    const usual = parts.envelopes[family];
    if (usual === undefined) throw new Error(`the emulator has no envelope ${family}`);
    return { ...parts, envelopes: { ...parts.envelopes, [family]: (event) => wrap(event, usual) } };
  };
}
