import type { Effects } from "../../kernel/types.ts";

/** Joins effects, in order. */
export const together = (...all: readonly Effects[]): Effects => ({
  writes: all.flatMap((one) => one.writes ?? []),
  postings: all.flatMap((one) => one.postings ?? []),
  timers: all.flatMap((one) => one.timers ?? []),
  events: all.flatMap((one) => one.events ?? []),
});
