import type { Parts } from "../../../emulator/index.ts";
import { connecting } from "../../connect/parts.ts";
import type { Body } from "../../shared/answers.ts";
import { answering } from "./variant.ts";

export type Overview = Parts["connect"]["overview"];

/** The overview with parts of it changed. */
export const overviewing = (parts: Parts, change: (usual: Overview) => Partial<Overview>): Parts =>
  connecting(parts, ({ overview }) => ({ overview: { ...overview, ...change(overview) } }));

/** The overviews that are answered, changed. */
export const shown = (parts: Parts, change: (body: Body) => void): Parts =>
  answering(parts, ["retrieveOverview"], 200, change);
