import limits from "./rate-limits.ts";
import outages from "./outages.ts";
import secretKeys from "./secret-keys.ts";
import serviceAccount from "./service-account.ts";
import shapes from "./validation.ts";

export default [...secretKeys, ...serviceAccount, ...shapes, ...limits, ...outages];
