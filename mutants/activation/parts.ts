import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

export type Retrieve = ActivationParts["retrieve"];

export const reading = (change: PartChange<Retrieve>): Replace =>
  part(["connect", "activation", "retrieve"], change);

export const showing = (change: Partial<Retrieve["presenter"]>) =>
  reading(({ presenter }) => ({ presenter: { ...presenter, ...change } as Retrieve["presenter"] }));
