import type { MerchantSetup } from "../../hooks.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import { valueAt } from "../../kernel/validate.ts";

/** A merchant's choices where the document leaves the behaviour open. */
export interface AccountSettings {
  /** Whether payouts may make the available balance negative. If not, they get a validation error. */
  readonly payoutOverdraft: "allowed" | "refused";
  /** The service's fee for a plain payment: whole francs, and basis points rounded up. */
  readonly paymentFee: { readonly fixed: number; readonly basisPoints: number };
  /** The time until a payment becomes available, ms. */
  readonly paymentDelayMs: number;
  /** Whether the capabilities of vendors are enforced. */
  readonly capabilities: "binding" | "decorative";
  /** Whether `Idempotency-Key` prevents a second reversal. */
  readonly reversalKeys: "honoured" | "ignored";
  /** Whether webhooks are signed. The document shows no signature. */
  readonly webhookSignature: "none" | "hmac-sha256";
}

/** The default settings. */
export const usualSettings: AccountSettings = {
  payoutOverdraft: "allowed",
  paymentFee: { fixed: 0, basisPoints: 0 },
  paymentDelayMs: 0,
  capabilities: "decorative",
  reversalKeys: "ignored",
  webhookSignature: "none",
};

/** The settings of merchants. The id is the account. */
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

/** The settings after a control request. Its `percent` has up to two decimals. */
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

/** Stores the settings of a new merchant: those of the request, by default `usual`. */
export const setUpAccount =
  (usual: AccountSettings = usualSettings): MerchantSetup =>
  (merchant, options) => ({
    writes: [storeSettings(merchant.id, settingsIn(options["settings"], usual))],
  });
