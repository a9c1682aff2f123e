import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { currencyOf, heldIn, lineOn, walletIn } from "../../emulator/areas/account/wallets.ts";
import { type Entry, newEntry } from "../../emulator/kernel/ledger.ts";

/** Moves all funds of an allocation's vendor to the marketplace. */
export function emptying({ state, command, now, ids }: ConnectInput): Entry {
  const allocation = state.get(allocations, command.params["allocationId"] ?? "");
  const { accountId, mode } = command.caller;
  const currency = currencyOf(state, accountId);
  const [vendor, marketplace] = [allocation?.vendor ?? "", accountId].map((holder) =>
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
