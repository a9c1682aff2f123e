/** The emulator as a library. */
export * from "./index.ts";
export * from "./start.ts";
