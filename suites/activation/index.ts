import activating from "./mode.ts";
import reading from "./retrieval.ts";

export default [...reading, ...activating];
