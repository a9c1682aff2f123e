import type { MerchantSetup } from "../../hooks.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import { valueAt } from "../../kernel/validate.ts";

/** What the document leaves open and a merchant can decide. */
export interface AccountSettings {
  /** Whether payouts may leave the available balance negative; refused ones get a validation refusal. */
  readonly payoutOverdraft: "allowed" | "refused";
  /** The service's fee on a plain payment: whole francs and hundredths of a percent, rounded up. */
  readonly paymentFee: { readonly fixed: number; readonly basisPoints: number };
  /** Milliseconds from a payment to the availability of its amount. */
  readonly paymentDelayMs: number;
  /** Whether a vendor can do only what its capabilities allow. */
  readonly capabilities: "binding" | "decorative";
  /** Whether `Idempotency-Key` prevents a second reversal. */
  readonly reversalKeys: "honoured" | "ignored";
  /** Whether webhooks are signed: the document shows no signature. */
  readonly webhookSignature: "none" | "hmac-sha256";
}

/** The settings of a merchant that decided nothing. */
export const usualSettings: AccountSettings = {
  payoutOverdraft: "allowed",
  paymentFee: { fixed: 0, basisPoints: 0 },
  paymentDelayMs: 0,
  capabilities: "decorative",
  reversalKeys: "ignored",
  webhookSignature: "none",
};

/** The settings of one merchant, under its account. */
const accountSettings = table<AccountSettings & { readonly id: string }>("accountSettings");

/** A merchant's settings. */
export const accountSettingsOf = (state: State, accountId: string): AccountSettings =>
  state.get(accountSettings, accountId) ?? usualSettings;

const lowercase = <T extends object>(given: T): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string" ? value.toLowerCase() : (value as unknown),
    ]),
  ) as T;

/** The settings that a control request names, as they are stored; `percent` has up to two decimals. */
export function settingsIn(given: unknown, before: AccountSettings): AccountSettings {
  const { paymentFee, ...rest } = (given ?? {}) as Partial<Omit<AccountSettings, "paymentFee">> & {
    paymentFee?: unknown;
  };
  const fixed = valueAt(paymentFee, "fixed");
  const percent = valueAt(paymentFee, "percent");
  return {
    ...before,
    ...lowercase(rest),
    paymentFee:
      paymentFee === undefined
        ? before.paymentFee
        : { fixed: Number(fixed ?? 0), basisPoints: Math.round(Number(percent ?? 0) * 100) },
  };
}

/** The write that stores a merchant's settings. */
export const storeSettings = (accountId: string, settings: AccountSettings) =>
  put(accountSettings, { id: accountId, ...settings });

/** Gives a new merchant its settings: those of the request, else the usual ones. */
export const setUpAccount =
  (usual: AccountSettings = usualSettings): MerchantSetup =>
  (merchant, options) => ({
    writes: [storeSettings(merchant.id, settingsIn(options["settings"], usual))],
  });
