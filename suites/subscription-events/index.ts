import agreeing from "./reported-state.ts";
import calendar from "./calendar.ts";
import cancellations from "./cancellations.ts";
import causes from "./causes.ts";
import creations from "./creations.ts";
import endpoints from "./endpoints.ts";
import items from "./created-items.ts";
import transitions from "./transitions.ts";
import pauses from "./pauses.ts";
import payments from "./payments.ts";
import stream from "./sequence.ts";

export default [
  ...agreeing,
  ...calendar,
  ...endpoints,
  ...items,
  ...cancellations,
  ...causes,
  ...creations,
  ...transitions,
  ...pauses,
  ...payments,
  ...stream,
];
