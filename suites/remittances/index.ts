import created from "./created.ts";
import list from "./list.ts";
import own from "./list-own.ts";
import refusals from "./refusals.ts";
import traces from "./no-trace.ts";

export default [...created, ...list, ...own, ...refusals, ...traces];
