import { emissionRules } from "../emissions.ts";

/** The rules of this area in the table of emissions. */
export default emissionRules("subscription-events");
