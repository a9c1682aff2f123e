import type { Replace } from "../../mutant.ts";
import type { Parts } from "../../../emulator/index.ts";
import { connecting } from "../../connect/parts.ts";
import type { Body } from "../../shared/answers.ts";
import { answering } from "./variant.ts";

export type Overview = Parts["connect"]["overview"];

/** The overview with parts of it changed. */
export const overviewing = (change: (usual: Overview) => Partial<Overview>): Replace =>
  connecting(({ overview }) => ({ overview: { ...overview, ...change(overview) } }));

/** The overviews that are answered, changed. */
export const shown = (change: (body: Body) => void): Replace => answering(["retrieveOverview"], 200, change);
