import created from "./created.ts";
import refusals from "./refusals.ts";

export default [...created, ...refusals];
