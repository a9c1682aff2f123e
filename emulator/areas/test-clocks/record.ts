import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** A clock that moves only on request (§2.11). Times in epoch milliseconds. */
export interface TestClock {
  /** `clock_…`, which also names its queue on the timeline. */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly name: string | null;
  /** The time that it shows. */
  readonly frozenTime: number;
  readonly status: "ready" | "advancing" | "completed";
  /** On the wall clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All test clocks. */
export const testClocks = table<TestClock>("testClocks", { owner: ownerOf });
