import { billing } from "./billing.ts";
import { connect } from "./connect.ts";
import { payments } from "./payments.ts";
import { type EventExample, type Example, type Json, Recorder, type Refusal } from "./recorder.ts";

/** What the emulator answers and emits, as examples of the public contract. */
export interface Examples {
  readonly exchanges: readonly Example[];
  readonly events: readonly EventExample[];
  readonly refusals: readonly Refusal[];
}

/** Captures the examples from a new emulator; the same each time. `contract`: the bundled document. */
export async function captureExamples(contract: Json): Promise<Examples> {
  const recorder = new Recorder(contract);
  try {
    await payments(recorder);
    await billing(recorder);
    await connect(recorder);
    return {
      exchanges: recorder.examples,
      events: await recorder.events(),
      refusals: recorder.refusals,
    };
  } finally {
    await recorder.emulator.close();
  }
}
