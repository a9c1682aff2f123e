import { billing } from "./billing.ts";
import { connect } from "./connect.ts";
import { payments } from "./payments.ts";
import { type EventExample, type Example, type Json, Recorder, type Refusal } from "./recorder.ts";

/** The emulator's answers and events that the public contract shows as examples. */
export interface Examples {
  readonly exchanges: readonly Example[];
  readonly events: readonly EventExample[];
  readonly refusals: readonly Refusal[];
}

/** Captures the examples from a new emulator. They are always the same. `contract`: the bundled document. */
export async function captureExamples(contract: Json): Promise<Examples> {
  const recorder = new Recorder(contract);
  try {
    await payments(recorder);
    await billing(recorder);
    await connect(recorder);
    await recorder.refuseEach("No key", 401, { key: null });
    await recorder.refuseEach("The reserved header", 400, {
      under: "/v1/connect/",
      headers: { "Service-Account": "acct_partner" },
    });
    await recorder.refuseEach("TEST_CLOCK_NOT_AVAILABLE", 403, {
      under: "/v1/test-helpers/",
      key: recorder.merchant.keys.live,
    });
    return {
      exchanges: recorder.examples,
      events: await recorder.events(),
      refusals: recorder.refusals,
    };
  } finally {
    await recorder.emulator.close();
  }
}
