import bodies from "./bodies.ts";
import credentials from "./credentials.ts";
import issued from "./issued.ts";
import operations from "./operations.ts";

export default [...bodies, ...credentials, ...issued, ...operations];
