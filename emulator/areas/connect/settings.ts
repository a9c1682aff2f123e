import { merchants } from "../../kernel/merchants.ts";
import type { State } from "../../kernel/state.ts";
import { table } from "../../kernel/table.ts";

/** The Connect modes of a merchant (§2.7). */
export const connectModes = ["marketplace", "platform"] as const;

export type ConnectMode = (typeof connectModes)[number];

/** The surcharge on an allocation: whole francs, plus basis points of the amount. */
export interface Surcharge {
  readonly fixed: number;
  readonly basisPoints: number;
}

/** A merchant's Connect settings, which apply to both environments. */
export interface ConnectSettings {
  /** The merchant's account. */
  readonly id: string;
  /** Null until Connect is activated; never changed afterwards. */
  readonly connectMode: ConnectMode | null;
  /** Replaces the commission grid; null for the grid. */
  readonly surcharge: Surcharge | null;
  /** The time until a credit becomes available, ms; null for the default. */
  readonly availabilityDelay: number | null;
}

/** The settings of all merchants. */
export const connectSettings = table<ConnectSettings>("connectSettings");

/** A merchant's settings; by default, Connect is off. */
export const settingsOf = (state: State, accountId: string): ConnectSettings =>
  state.get(connectSettings, accountId) ?? {
    id: accountId,
    connectMode: null,
    surcharge: null,
    availabilityDelay: null,
  };

/** The country of a merchant, ISO 3166-1 alpha-2 in uppercase. */
export const countryOf = (state: State, accountId: string): string =>
  state.get(merchants, accountId)?.country ?? "";
