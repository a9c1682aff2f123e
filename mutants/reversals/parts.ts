import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { type Allocation, allocations } from "../../emulator/areas/connect/records.ts";
import { currencyOf, heldIn, lineOn, walletIn } from "../../emulator/areas/account/wallets.ts";
import { type Entry, newEntry } from "../../emulator/kernel/ledger.ts";

/** The allocation that the path of a reversal names. */
export const allocationOf = ({ state, command }: ConnectInput): Allocation | undefined =>
  state.get(allocations, command.params["allocationId"] ?? "");

/** Moves all funds of an allocation's vendor to the marketplace. */
export function emptying(input: ConnectInput): Entry {
  const { state, command, now, ids } = input;
  const { accountId, mode } = command.caller;
  const currency = currencyOf(state, accountId);
  const [vendor, marketplace] = [allocationOf(input)?.vendor ?? "", accountId].map((holder) =>
    walletIn(state, holder, mode, currency),
  );
  if (vendor === undefined || marketplace === undefined) throw new Error("no wallets to empty");
  const { pending, available } = heldIn(state, vendor);
  return newEntry(ids, {
    at: now,
    kind: "reversal",
    book: vendor,
    lines: [
      lineOn(vendor, "pending", -pending),
      lineOn(vendor, "available", -available),
      lineOn(marketplace, "available", pending + available),
    ],
  });
}
