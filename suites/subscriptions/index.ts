import acts from "./acts.ts";
import canceled from "./canceled.ts";
import created from "./created.ts";
import ignoredLater from "./ignored-later.ts";
import moves from "./moves.ts";
import siblings from "./siblings.ts";

export default [...acts, ...canceled, ...created, ...ignoredLater, ...moves, ...siblings];
