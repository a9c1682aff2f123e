import limits from "./rate-limits.ts";
import missingAndUnknownKeys from "./missing-and-unknown-keys.ts";
import outages from "./outages.ts";
import serviceAccount from "./service-account.ts";
import shapes from "./validation.ts";

export default [...missingAndUnknownKeys, ...serviceAccount, ...shapes, ...limits, ...outages];
