import figures from "./figures.ts";
import keys from "./keys.ts";
import maturity from "./maturity.ts";
import once from "./keys-once.ts";
import outages from "./outages.ts";
import races from "./races.ts";
import refusals from "./refusals.ts";

export default [...figures, ...maturity, ...refusals, ...outages, ...keys, ...once, ...races];
