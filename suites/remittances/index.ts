import created from "./created.ts";
import list from "./list.ts";
import own from "./own.ts";
import refusals from "./refusals.ts";
import traces from "./traces.ts";

export default [...created, ...list, ...own, ...refusals, ...traces];
