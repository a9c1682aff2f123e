/** What `payconform/emulator` exports. */
export * from "../emulator/library.ts";
export { readSeedFile } from "./emulate/seed-file.ts";
