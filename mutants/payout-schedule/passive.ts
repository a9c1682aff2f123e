import { answerFaults } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { constantly } from "../faults/values.ts";
import type { Mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";

const schedule = (name: string, operation: string) =>
  answerFaults(name, { operations: [operation], status: 200 }, "payout-schedule/");
const written = schedule("written schedule", "replacePayoutSchedule");
const read = schedule("read schedule", "retrievePayoutSchedule");
const disabled = where("if disabled", ({ enabled, cadence }: Body) => enabled === false && cadence !== null);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  written.gives("cadence", "cadence-documented", constantly("none"), disabled),
  read.gives("enabled", "enabled", constantly(0), disabled),
];
