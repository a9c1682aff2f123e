import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { only, validationFailed } from "../../emulator/kernel/answers.ts";
import { changingRefusal, connectPart, refusedButDone, refusing, readingBody } from "../connect/parts.ts";
import { byId, type Mutant, named, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { overlookingFalsy } from "../shared/falsy.ts";
import { refusedTooLate, strangeRefusedTooLate } from "../shared/late-refusals.ts";

const accepting = (field: string): Replace =>
  connectPart("createAccount", ({ rejected }) => ({
    rejected: rejected.filter((name) => name !== field),
  }));

/** Reports a rejected field under another rule. */
const misnaming = (field: string, rule: string): Replace =>
  changingRefusal("createAccount", "unsupported", (body) => {
    body["errors"] = (body["errors"] as { field: string }[]).map((error) =>
      error.field === field ? { ...error, rule } : error,
    );
  });

export const mutants = named({
  ...byId([
    overlookingFalsy("vendor", "vendors/phone-refused", "createAccount", "phone"),
    overlookingFalsy("vendor", "vendors/type-refused", "createAccount", "type"),
    overlookingFalsy("vendor", "vendors/fee-payer-refused", "createAccount", "fee_payer"),
  ]),
  "vendor-creation-takes-a-phone": {
    violates: ["vendors/invalid-never-accepted", "vendors/phone-refused"],
    summary: "A phone on a creation is ignored.",
    replace: accepting("phone"),
  },
  "vendor-phone-is-prohibited": {
    violates: ["vendors/phone-refused"],
    summary: "A phone on a creation is refused under another rule name.",
    replace: misnaming("phone", "prohibited"),
  },
  "vendor-creation-takes-a-type": {
    violates: ["vendors/type-refused"],
    summary: "A type on a creation is ignored.",
    replace: accepting("type"),
  },
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
  "vendor-creation-takes-a-fee-payer": {
    violates: ["vendors/fee-payer-refused"],
    summary: "A payer of fees on a creation is ignored.",
    replace: accepting("fee_payer"),
  },
  "vendor-creation-takes-its-own-fee-payer": {
    violates: ["vendors/fee-payer-refused"],
    summary: "A payer of fees on a creation is accepted if the vendor has that payer anyway.",
    replace: readingBody("createAccount", (body, { state, command, parts }) => {
      const { connectMode } = settingsOf(state, command.caller.accountId);
      if (connectMode !== null && body["fee_payer"] === parts.fees.payers[connectMode])
        delete body["fee_payer"];
    }),
  },
  "vendor-fee-payer-is-derived": {
    violates: ["vendors/fee-payer-refused"],
    summary: "A payer of fees on a creation is refused as derived.",
    replace: misnaming("fee_payer", "derived"),
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
