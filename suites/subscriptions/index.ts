import acts from "./acts.ts";
import canceled from "./canceled.ts";
import created from "./created.ts";
import moves from "./moves.ts";
import siblings from "./siblings.ts";

export default [...acts, ...canceled, ...created, ...moves, ...siblings];
