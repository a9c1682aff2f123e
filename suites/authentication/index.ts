import credentials from "./credentials.ts";
import issued from "./issued.ts";
import operations from "./operations.ts";

export default [...credentials, ...issued, ...operations];
