import { DAY } from "../../shared/billing.ts";

/** Midnight of a time's day in UTC. */
export const midnight = (instant: number): number => Math.floor(instant / DAY) * DAY;
