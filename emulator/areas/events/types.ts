import { createEventData } from "../billing/events.ts";
import { completedType } from "../checkout-sessions/ending.ts";
import { createConnectEvents } from "../connect/events.ts";

/** The types of all events, sorted (§6). */
export const eventTypes: readonly string[] = [
  completedType,
  ...Object.keys(createEventData()),
  ...Object.values(createConnectEvents()).map(({ type }: { type: string }) => type),
].sort();
