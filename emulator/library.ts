/** What `payconform/emulator` exports. */
export * from "./index.ts";
export * from "./start.ts";
