import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** A test clock, which moves only on request (§2.11). Times in epoch milliseconds. */
export interface TestClock {
  /** `clock_…`. It is also the name of its clock on the timeline. */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly name: string | null;
  /** The time that it shows. */
  readonly frozenTime: number;
  readonly status: "ready" | "advancing" | "completed";
  /** The time of the creation on the wall clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All test clocks. */
export const testClocks = table<TestClock>("testClocks", { owner: ownerOf });
