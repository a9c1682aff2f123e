import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { only, validationFailed } from "../../emulator/kernel/answers.ts";
import { refusedButDone, refusing } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import { ifFalsy, type OfRequest, readFaults, refusalFaults, withEntry } from "../faults/guards.ts";
import { alsoViolating, byId, type Mutant, named } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { refusedTooLate, strangeRefusedTooLate } from "../shared/late-refusals.ts";

const read = readFaults("vendor", "createAccount", "vendors/");
const refusal = refusalFaults("vendor", ["createAccount", "unsupported"], "vendors/");
const ifItsOwn = where("if the vendor has that payer anyway", ({ body, input }: OfRequest) => {
  const { connectMode } = settingsOf(input.state, input.command.caller.accountId);
  return connectMode !== null && body["fee_payer"] === input.parts.fees.payers[connectMode];
});

export const mutants = named({
  ...byId([
    alsoViolating(read.drops("phone", "phone-refused"), "vendors/invalid-never-accepted"),
    read.drops("phone", "phone-refused", ifFalsy("phone")),
    refusal.gives("errors", "phone-refused", withEntry("phone", "rule", "prohibited")),
    read.drops("type", "type-refused"),
    read.drops("type", "type-refused", ifFalsy("type")),
    read.drops("fee_payer", "fee-payer-refused"),
    read.drops("fee_payer", "fee-payer-refused", ifFalsy("fee_payer")),
    read.drops("fee_payer", "fee-payer-refused", ifItsOwn),
    refusal.gives("errors", "fee-payer-refused", withEntry("fee_payer", "rule", "derived")),
  ]),
  "vendor-type-refused-when-odd": {
    violates: ["vendors/type-refused"],
    summary: "A type on a creation is refused only when it is unknown.",
    replace: refusing("createAccount", "unsupported", (refusal, { command }) => {
      const odd =
        isObject(command.body) && command.body["type"] !== undefined && command.body["type"] !== "business";
      return odd || !isObject(command.body) || command.body["type"] === undefined
        ? refusal
        : only(validationFailed(422, [{ rule: "unsupported", field: "kind", message: "kind" }]));
    }),
  },
  "refused-vendor-is-created": {
    violates: ["vendors/refusal-creates-nothing"],
    summary: "A creation that is refused for a field takes effect.",
    replace: refusedButDone("createAccount", "unsupported"),
  },
  "refused-fee-payer-creates": {
    violates: ["vendors/refusal-creates-nothing"],
    summary: "A creation that is refused for its payer of fees takes effect.",
    replace: refusedButDone("createAccount", "unsupported", (input) =>
      isObject(input.command.body) && "fee_payer" in input.command.body ? input : undefined,
    ),
  },
  ...byId([
    ...[0, 256].map((length): Mutant => ({
      id: `vendor-${length === 0 ? "without" : "with-too-long"}-key-refused-too-late`,
      violates: ["vendors/refusal-creates-nothing"],
      summary: `A creation of a vendor ${length === 0 ? "without an" : "with too long an"} idempotency key is refused after it took effect.`,
      wrap: refusedTooLate({
        operation: "createAccount",
        status: 422,
        refused: (headers) => (headers.get("idempotency-key") ?? "").length === length,
        key: `idempotency-${length}`,
      }),
    })),
  ]),
  ...byId([strangeRefusedTooLate("createAccount", "vendors/refusal-creates-nothing")]),
});
