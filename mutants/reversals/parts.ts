import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { type Allocation, allocations } from "../../emulator/areas/connect/records.ts";

/** The allocation that the path of a reversal names. */
export const allocationOf = ({ state, command }: ConnectInput): Allocation | undefined =>
  state.get(allocations, command.params["allocationId"] ?? "");
