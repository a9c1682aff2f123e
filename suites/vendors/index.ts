import created from "./created.ts";
import earlier from "./after-others.ts";
import keys from "./keys.ts";
import list from "./list.ts";
import once from "./keys-once.ts";
import rate from "./rate.ts";
import refusals from "./refusals.ts";
import shape from "./fields.ts";

export default [...created, ...earlier, ...shape, ...list, ...refusals, ...keys, ...once, ...rate];
