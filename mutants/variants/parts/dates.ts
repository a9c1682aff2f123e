import { DAY } from "../../shared/billing.ts";

/** Midnight of a time's day in UTC. */
export const midnight = (time: number): number => Math.floor(time / DAY) * DAY;
