import type { ComplianceParts } from "../../emulator/areas/connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { connectPart } from "../connect/parts.ts";

type Shown = ComplianceParts["presenter"];

export const showing = (change: Partial<Shown>): Replace =>
  connectPart("compliance", ({ presenter }) => ({
    presenter: { ...presenter, ...change } as Shown,
  }));
