import advanced from "./advanced.ts";
import attached from "./attached.ts";
import created from "./created.ts";
import earlier from "./earlier.ts";
import listed from "./listed.ts";
import liveKey from "./live-key.ts";
import lives from "./lives.ts";
import notFound from "./not-found.ts";
import replayed from "./replayed.ts";
import shown from "./shown.ts";
import simulated from "./simulated.ts";

export default [
  ...created,
  ...earlier,
  ...listed,
  ...notFound,
  ...advanced,
  ...attached,
  ...replayed,
  ...simulated,
  ...shown,
  ...lives,
  ...liveKey,
];
