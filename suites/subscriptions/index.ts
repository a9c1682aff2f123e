import acts from "./retries-and-pauses.ts";
import canceled from "./canceled.ts";
import created from "./created.ts";
import ignoredLater from "./ignored-later.ts";
import moves from "./transitions.ts";
import siblings from "./siblings.ts";

export default [...acts, ...canceled, ...created, ...ignoredLater, ...moves, ...siblings];
