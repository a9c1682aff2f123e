/** Arbitraries for the schemas of the contract and for the domain. Each knows the classes of its values. */
export * from "./classified.ts";
export * from "./domain/idempotency-keys.ts";
export * from "./domain/identifiers.ts";
export * from "./domain/timestamps.ts";
export * from "./domain/money.ts";
export * from "./domain/text.ts";
export * from "./domain/urls.ts";
export * from "./plans/clocks.ts";
export * from "./plans/connect.ts";
export * from "./plans/races.ts";
export * from "./requests-clocks.ts";
export * from "./requests-connect.ts";
