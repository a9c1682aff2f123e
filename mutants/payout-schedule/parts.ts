import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";

export type Replace = PayoutScheduleParts["replace"];

export const replacing =
  (change: (usual: Replace) => Partial<Replace>) =>
  ({ replace }: PayoutScheduleParts): Partial<PayoutScheduleParts> => ({
    replace: { ...replace, ...change(replace) },
  });
