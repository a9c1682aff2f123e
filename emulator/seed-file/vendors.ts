import { heldIn, lineOn, outside, walletIn } from "../areas/account/wallets.ts";
import { makeVendor } from "../areas/connect/accounts.ts";
import { credit } from "../areas/connect/credits.ts";
import { availableFrom } from "../areas/connect/fees.ts";
import { transactions } from "../areas/connect/transactions.ts";
import { type Vendor, vendors } from "../areas/connect/vendor.ts";
import { followingFile, usualPhone } from "../control/connect.ts";
import { newEntry } from "../kernel/ledger.ts";
import { put } from "../kernel/table.ts";
import { SeedFault, type SeededAllocation, type SeededSale, type SeededVendor } from "./document.ts";
import type { Seeding, Path, Step } from "./seeding.ts";

/** Creates a vendor with its compliance file. */
function create({ engine, merchant }: Seeding, given: SeededVendor): string {
  const { accountId, country, currency, mode } = merchant;
  return engine.act(accountId, ({ now, ids }) => {
    const { vendor, writes } = makeVendor(
      {
        name: given.name,
        organisation: null,
        email: given.email ?? null,
        country: (given.country ?? country).toUpperCase(),
        currency,
        payoutPhone: given.payoutMethod === false ? null : usualPhone,
      },
      { accountId, mode, now, ids, wallet: currency },
    );
    if (given.compliance === undefined) return { result: vendor.id, writes };
    const filed = { ...vendor, ...followingFile(vendor, given.compliance) };
    return {
      result: vendor.id,
      writes: [...writes, put(vendors, { ...filed, payoutPhone: vendor.payoutPhone })],
    };
  });
}

function sell({ request, merchant }: Seeding, vendor: string, given: SeededSale, path: Path): void {
  const { amount, applicationFeeRate = 10, refunded } = given;
  const body = {
    amount,
    currency: merchant.currency,
    on_behalf_of: vendor,
    application_fee_rate: applicationFeeRate,
  };
  const params = { id: String(request("createPaymentIntent", { body }, path)["id"]) };
  request("captureCharge", { params }, path);
  if (refunded === undefined) return;
  request("refundCharge", { params, body: { amount: refunded } }, [...path, "refunded"]);
}

function allocate({ request }: Seeding, destination: string, given: SeededAllocation, path: Path): void {
  const { amount, reversed } = given;
  const { id } = request("createAllocation", { body: { destination, amount } }, path);
  if (reversed === undefined) return;
  const params = { allocationId: String(id) };
  request("createAllocationReversal", { params, body: { amount: reversed } }, [...path, "reversed"]);
}

/** Tops up the balances of a vendor to those in the file. */
function topUp(seeding: Seeding, vendorId: string, given: SeededVendor, path: Path): void {
  const { engine, parts, merchant } = seeding;
  for (const pot of ["available", "pending"] as const) {
    const wanted = given.balance?.[pot];
    if (wanted === undefined) continue;
    engine.act(merchant.accountId, ({ state, now, ids }) => {
      const vendor = state.get(vendors, vendorId) as Vendor;
      const wallet = walletIn(state, vendor.id, vendor.mode, merchant.currency);
      const held = heldIn(state, wallet)[pot];
      const amount = wanted - held;
      if (wallet === undefined || amount < 0)
        throw new SeedFault(
          [...path, "balance", pot],
          `${wanted} is less than the ${held} that the sales leave; state ${held} or more, or leave it out`,
        );
      if (amount === 0) return {};
      const isPending = pot === "pending";
      const availableAt = isPending ? availableFrom(state, parts.connect.fees, merchant.accountId, now) : now;
      const { transaction, ...credited } = credit({
        vendor,
        wallet,
        kind: "adjustment",
        source: vendor.id,
        amount,
        fee: 0,
        now,
        availableAt,
        ids,
      });
      const entry = newEntry(ids, {
        at: now,
        kind: "opening",
        book: { mode: vendor.mode, currency: wallet.currency },
        lines: [{ account: outside.world, amount: -amount }, lineOn(wallet, pot, amount)],
        details: { transaction: transaction.id },
      });
      const settled = { writes: [put(transactions, { ...transaction, maturedAt: now, pending: 0 })] };
      return { ...(isPending ? credited : settled), postings: [entry] };
    });
  }
}

/** The steps that create a vendor and its sales, and the final step at the start. */
export function vendorSteps(
  seeding: Seeding,
  given: SeededVendor,
  path: Path,
): { steps: readonly Step[]; finish: () => void } {
  const sales = given.sales ?? [];
  const allocations = given.allocations ?? [];
  const oldest = Math.max(0, ...[...sales, ...allocations].map(({ daysAgo = 0 }) => daysAgo));
  const { daysAgo = oldest } = given;
  if (daysAgo < oldest)
    throw new SeedFault(
      [...path, "daysAgo"],
      `its first sale or allocation was ${oldest} days ago; state ${oldest} or more`,
    );
  let id = "";
  return {
    steps: [
      { daysAgo, run: () => void (id = create(seeding, given)) },
      ...sales.map((sale, at) => ({
        daysAgo: sale.daysAgo ?? 0,
        run: () => sell(seeding, id, sale, [...path, "sales", String(at)]),
      })),
      ...allocations.map((allocation, at) => ({
        daysAgo: allocation.daysAgo ?? 0,
        run: () => allocate(seeding, id, allocation, [...path, "allocations", String(at)]),
      })),
    ],
    finish: () => topUp(seeding, id, given, path),
  };
}
