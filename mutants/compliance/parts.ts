import type { ComplianceParts } from "../../emulator/areas/connect/parts.ts";

type Shown = ComplianceParts["presenter"];

export const showing =
  (change: Partial<Shown>) =>
  ({ presenter }: ComplianceParts): Partial<ComplianceParts> => ({
    presenter: { ...presenter, ...change } as Shown,
  });
