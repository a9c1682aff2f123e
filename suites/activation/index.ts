import activating from "./activating.ts";
import reading from "./reading.ts";

export default [...reading, ...activating];
