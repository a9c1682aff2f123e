import kept from "./kept.ts";
import reading from "./account.ts";
import refusals from "./refusals.ts";

export default [...reading, ...kept, ...refusals];
