import cancellations from "./cancellations.ts";
import lives from "./lives.ts";
import payments from "./payments.ts";
import stream from "./stream.ts";

export default [...cancellations, ...lives, ...payments, ...stream];
