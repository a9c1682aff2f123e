import commissions from "./commissions.ts";
import outages from "./outages.ts";
import refunds from "./refunds.ts";

export default [...commissions, ...outages, ...refunds];
