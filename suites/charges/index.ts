import commissions from "./commissions.ts";
import refunds from "./refunds.ts";

export default [...commissions, ...refunds];
