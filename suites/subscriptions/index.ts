import acts from "./acts.ts";
import canceled from "./canceled.ts";
import created from "./created.ts";

export default [...acts, ...canceled, ...created];
