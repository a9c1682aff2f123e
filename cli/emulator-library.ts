/** The exports of `payconform/emulator`. */
export * from "../emulator/library.ts";
export { readSeedFile } from "./emulate/seed-file.ts";
