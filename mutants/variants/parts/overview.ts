import type { Replace } from "../../mutant.ts";
import type { Parts } from "../../../emulator/index.ts";
import { answering, type Body } from "../../shared/answers.ts";
import { type PartChange, part } from "../../part.ts";

export type Overview = Parts["connect"]["overview"];

/** The overview with parts of it changed. */
export const overviewing = (change: PartChange<Overview>): Replace => part(["connect", "overview"], change);

/** The overviews that are answered, changed. */
export const shown = (change: (body: Body) => void): Replace => answering(["retrieveOverview"], 200, change);
