import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenFunds } from "../fixtures/funds.ts";
import { codeOf, sendAllocation } from "../fixtures/money-movements.ts";
import { type Observer, summaryOf } from "../expect/observing.ts";
import { givenReady, send, sentWhenFree } from "../fixtures/withdrawals.ts";
import { textOf } from "../kit.ts";

/** Open points about the body of a withdrawal and the order of its refusals (§4.7). */
export const body: Observer = async (check) => {
  const vendor = await givenReady(check);
  const answer = check.succeeded(await sentWhenFree(check, vendor, () => send(vendor, { json: {} })));
  check.observe("withdrawal-empty-body", summaryOf(answer));
  const again = await send(vendor);
  check.observe("withdrawal-precedence", textOf(codeOf(again)));
};

/** The fields of a withdrawal. */
export const fields: Observer = async (check) => {
  const vendor = await givenReady(check);
  const answer = check.succeeded(await sentWhenFree(check, vendor, () => send(vendor)));
  check.observe(
    "withdrawal-fields",
    Object.keys(answer.body as object)
      .sort()
      .join(", "),
  );
};

/** Open points about keys (§7.4, §7.6). */
export const keys: Observer = async (check) => {
  const vendor = await givenReady(check);
  check.observe(
    "idempotency-key-empty",
    `withdrawal: ${summaryOf(await sentWhenFree(check, vendor, () => send(vendor, { key: "" })))}`,
  );
  const key = freshKey();
  check.succeeded(await sendAllocation(check, vendor, check.profile.ordinary.amount, key));
  await givenFunds(check, vendor);
  const elsewhere = await send(vendor, { key });
  check.observe("idempotency-key-other-route", `allocation, then withdrawal: ${summaryOf(elsewhere)}`);
};
