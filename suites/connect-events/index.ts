import blocked from "./blocked.ts";
import causes from "./causes.ts";
import charges from "./application-fees.ts";
import endpoints from "./endpoints.ts";
import maturity from "./funds-available.ts";
import transfers from "./transfers.ts";

export default [...transfers, ...blocked, ...charges, ...maturity, ...endpoints, ...causes];
