import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Step, alsoEmitting } from "../shared/billing.ts";

export const ISSUED = "invoice.finalized";

export const emitted = (fault: Fault, event: string, step: Step): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) => alsoEmitting(parts, event, step));
