import effects from "./effects.ts";
import unreachableVendors from "./unreachable-vendors.ts";
import outages from "./outages.ts";

export default [...unreachableVendors, ...outages, ...effects];
