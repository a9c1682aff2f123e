import effects from "./effects.ts";
import identity from "./identity.ts";
import outages from "./outages.ts";

export default [...identity, ...outages, ...effects];
