import calendar from "./calendar.ts";
import issued from "./finalized.ts";
import paid from "./paid.ts";
import voided from "./voided.ts";

export default [...issued, ...calendar, ...paid, ...voided];
