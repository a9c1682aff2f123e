import type { State } from "../../kernel/state.ts";
import { table } from "../../kernel/table.ts";

/** The services whose outages the document describes (§4.7, §7.7). */
export const services = [
  "pricing",
  "availability-delay",
  "sso",
  "upstream",
  "identity",
  "compliance-schedule",
  "country-referential",
] as const;

export type Service = (typeof services)[number];

/** A service that is down for one merchant. */
interface Outage {
  /** Account and service in one text. */
  readonly id: string;
  readonly accountId: string;
  readonly service: Service;
}

/** The current outages. */
export const outages = table<Outage>("outages");

/** The record of a service's outage for an account. */
export const outageOf = (accountId: string, service: Service): Outage => ({
  id: `${accountId}/${service}`,
  accountId,
  service,
});

/** Whether a service is down for an account. */
export const isDown = (state: State, accountId: string, service: Service): boolean =>
  state.get(outages, outageOf(accountId, service).id) !== undefined;
