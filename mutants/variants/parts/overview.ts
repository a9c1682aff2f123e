import type { Replace } from "../../mutant.ts";
import { answering, type Body } from "../../shared/answers.ts";

/** Changes the bodies of overviews. */
export const shown = (change: (body: Body) => void): Replace => answering(["retrieveOverview"], 200, change);
