import { fieldError, coded, validationFailed } from "../../kernel/answers.ts";
import { type IdempotencyPolicy, scopeOf } from "../../kernel/idempotency.ts";
import { accountSettingsOf } from "../account/settings.ts";
import type { Answer } from "../../kernel/request.ts";

/** The longest key, in characters (§8). */
const longestKey = 255;

/** Refuses a missing key and one that is too long. The error names the header (§7.4). */
function refuseKey(key: string | undefined): Answer | undefined {
  const refuse = (rule: string): Answer => validationFailed(422, [fieldError(rule, "Idempotency-Key")]);
  if (key === undefined) return refuse("required");
  return [...key].length > longestKey ? refuse("maxLength") : undefined;
}

/** The refusal while a request with the same key is in flight (§7.6). */
const inProgress = (): Answer =>
  coded(409, "E_IDEMPOTENCY_CONFLICT", "A request with this idempotency key is in progress");

/** The refusal of a used key (§7.6). */
export const duplicate = (): Answer =>
  coded(409, "E_DUPLICATE_OPERATION", "This idempotency key has already produced an operation");

/** A scope that includes an object in the path: the same key for another object is another request. */
export const scopeWith =
  (param: string): IdempotencyPolicy["scope"] =>
  (command, key) =>
    JSON.stringify([scopeOf(command, key), command.params[param] ?? null]);

/** The keys of reversals, if the merchant's settings honour them. The document shows the header on other routes only (§4.5). */
export const reversalKeys = (): IdempotencyPolicy => ({
  ...usualKeys(),
  applies: (state, { caller }) => accountSettingsOf(state, caller.accountId).reversalKeys === "honoured",
  refuse: () => undefined,
  scope: scopeWith("allocationId"),
});

/** The usual policy: a success uses up the key, a refusal frees it. */
export const usualKeys = (): IdempotencyPolicy => ({
  refuse: refuseKey,
  scope: scopeOf,
  inProgress,
  replay: duplicate,
  keeps: (answer) => answer.status === 201,
});
