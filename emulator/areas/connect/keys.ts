import { fieldError, coded, validationFailed } from "../../kernel/answers.ts";
import { type IdempotencyPolicy, scopeOf } from "../../kernel/idempotency.ts";
import { accountSettingsOf } from "../account/settings.ts";
import type { Answer } from "../../kernel/request.ts";

/** The longest key, in characters (§8). */
const longestKey = 255;

/** Refuses a missing or too long key by the name of its header (§7.4). */
function refuseKey(key: string | undefined): Answer | undefined {
  const refuse = (rule: string): Answer => validationFailed(422, [fieldError(rule, "Idempotency-Key")]);
  if (key === undefined) return refuse("required");
  return [...key].length > longestKey ? refuse("maxLength") : undefined;
}

/** A request with the same key is in flight (§7.6). */
const inProgress = (): Answer =>
  coded(409, "E_IDEMPOTENCY_CONFLICT", "A request with this idempotency key is in progress");

/** The key is used up (§7.6). */
export const duplicate = (): Answer =>
  coded(409, "E_DUPLICATE_OPERATION", "This idempotency key has already produced an operation");

/** The key belongs to one object of the path as well: the same key for another object is another request. */
export const scopeWith =
  (param: string): IdempotencyPolicy["scope"] =>
  (command, key) =>
    JSON.stringify([scopeOf(command, key), command.params[param] ?? null]);

/** Keys of reversals, where the merchant's settings honour them; the document shows the header on other routes only (§4.5). */
export const reversalKeys = (): IdempotencyPolicy => ({
  ...usualKeys(),
  applies: (state, { caller }) => accountSettingsOf(state, caller.accountId).reversalKeys === "honoured",
  refuse: () => undefined,
  scope: scopeWith("allocationId"),
});

/** What a key means unless a route says otherwise: spent by a success, free again after a refusal. */
export const usualKeys = (): IdempotencyPolicy => ({
  refuse: refuseKey,
  scope: scopeOf,
  inProgress,
  replay: duplicate,
  keeps: (answer) => answer.status === 201,
});
