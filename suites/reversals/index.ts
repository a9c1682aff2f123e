import amounts from "./amounts.ts";
import balances from "./balances.ts";
import earlier from "./after-others.ts";
import insufficient from "./insufficient.ts";
import model from "./model.ts";
import races from "./races.ts";
import refusals from "./refusals.ts";

export default [...amounts, ...balances, ...earlier, ...refusals, ...insufficient, ...model, ...races];
