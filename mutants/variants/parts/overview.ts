import type { Replace } from "../../mutant.ts";
import { answering, type Body } from "../../shared/answers.ts";

/** The overviews that are answered, changed. */
export const shown = (change: (body: Body) => void): Replace => answering(["retrieveOverview"], 200, change);
