import advanced from "./advanced.ts";
import attached from "./attached.ts";
import created from "./created.ts";
import deleted from "./deleted.ts";
import earlier from "./after-others.ts";
import listed from "./listed.ts";
import liveKey from "./live-key.ts";
import model from "./model.ts";
import notFound from "./not-found.ts";
import replayed from "./replayed.ts";
import shown from "./clock-in-answers.ts";
import simulated from "./simulated.ts";

export default [
  ...created,
  ...earlier,
  ...listed,
  ...deleted,
  ...notFound,
  ...advanced,
  ...attached,
  ...replayed,
  ...simulated,
  ...shown,
  ...model,
  ...liveKey,
];
