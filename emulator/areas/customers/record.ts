import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** A customer. Times in epoch milliseconds. */
export interface Customer {
  /** `cus_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The test clock to which the customer is attached; null for none. */
  readonly clockId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All customers. */
export const customers = table<Customer>("customers", {
  owner: ownerOf,
  clock: (customer) => customer.clockId ?? undefined,
});
