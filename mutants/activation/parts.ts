import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";

export type Retrieve = ActivationParts["retrieve"];

export const reading =
  (change: (usual: Retrieve) => Partial<Retrieve>) =>
  ({ retrieve }: ActivationParts): Partial<ActivationParts> => ({
    retrieve: { ...retrieve, ...change(retrieve) },
  });

export const showing = (change: Partial<Retrieve["presenter"]>) =>
  reading(({ presenter }) => ({ presenter: { ...presenter, ...change } as Retrieve["presenter"] }));
