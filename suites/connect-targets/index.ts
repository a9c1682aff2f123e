import effects from "./effects.ts";
import identity from "./identity.ts";

export default [...identity, ...effects];
