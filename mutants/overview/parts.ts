import type { OverviewParts } from "../../emulator/areas/connect/overview.ts";
import type { Parts } from "../../emulator/index.ts";
import { connecting } from "../connect/parts.ts";

/** The parts with the overview changed. */
export const overviewing = (parts: Parts, change: (usual: OverviewParts) => Partial<OverviewParts>): Parts =>
  connecting(parts, ({ overview }) => ({ overview: { ...overview, ...change(overview) } }));
