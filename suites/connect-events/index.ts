import blocked from "./blocked-rules.ts";
import causes from "./causes.ts";
import charges from "./charge-rules.ts";
import endpoints from "./endpoints.ts";
import maturity from "./maturity-rules.ts";
import transfers from "./transfer-rules.ts";

export default [...transfers, ...blocked, ...charges, ...maturity, ...endpoints, ...causes];
