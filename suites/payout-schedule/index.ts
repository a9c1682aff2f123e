import kept from "./kept.ts";
import reading from "./reading.ts";
import refusals from "./refusals.ts";

export default [...reading, ...kept, ...refusals];
