import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { connectPart } from "../connect/parts.ts";

export type Retrieve = ActivationParts["retrieve"];

export const reading = (change: (usual: Retrieve) => Partial<Retrieve>): Replace =>
  connectPart("activation", ({ retrieve }) => ({
    retrieve: { ...retrieve, ...change(retrieve) },
  }));

export const showing = (change: Partial<Retrieve["presenter"]>) =>
  reading(({ presenter }) => ({ presenter: { ...presenter, ...change } as Retrieve["presenter"] }));
