import { rule } from "../../harness/rule.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { type Allocation, givenAllocation, sendReversal } from "../fixtures/money-movements.ts";
import { expectAcceptance } from "../expect/refusals.ts";

/** More than fit a page of ten, or a small cache. */
const MANY = 12;

export default [
  /** A dozen to one vendor, the oldest first. */
  rule("reversals/accepted-after-others", async (check) => {
    const vendor = await givenVendor(check);
    const dozen: Allocation[] = [];
    while (dozen.length < MANY) dozen.push(await givenAllocation(check, vendor));
    for (const allocation of dozen)
      expectAcceptance(await sendReversal(allocation, 1), "an allocation after which others were made");
  }),
];
