import type { Check } from "../kit.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { type Held, heldUntil, totalOf } from "../fixtures/wallets.ts";

/** Expects exactly these balances of a vendor. @throws Violation of basis "deadline" */
export function expectHeld(
  check: Check,
  vendor: Vendor,
  { pending, available }: Held,
  when: string,
): Promise<Held> {
  return heldUntil(
    check,
    vendor,
    `pending ${pending} and available ${available} ${when}`,
    (held) => held.pending === pending && held.available === available,
  );
}

/** Expects this sum of a vendor's balances. @throws Violation of basis "deadline" */
export async function expectTotal(
  check: Check,
  vendor: Vendor,
  total: number,
  because: string,
): Promise<Held> {
  return heldUntil(
    check,
    vendor,
    `the vendor to have ${total} francs ${because}`,
    (held) => totalOf(held) === total,
  );
}
