import bodies from "./unauthorized.ts";
import credentials from "./credentials.ts";
import issued from "./issued-keys.ts";
import operations from "./missing-and-unknown-keys.ts";

export default [...bodies, ...credentials, ...issued, ...operations];
