import balance from "./balance.ts";
import keys from "./keys.ts";
import once from "./keys-once.ts";
import races from "./races.ts";
import refusals from "./refusals.ts";

export default [...balance, ...refusals, ...keys, ...once, ...races];
