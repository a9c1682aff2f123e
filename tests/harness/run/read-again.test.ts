import { expect, test } from "vitest";
import { contractOperations } from "../../../harness/contract.ts";
import type { TargetRequest } from "../../../harness/http/client.ts";
import type { Read } from "../../../harness/judge/trace/read-back.ts";
import { surroundedByReads } from "../../../harness/run/read-again.ts";

type Session = Parameters<typeof surroundedByReads>[0];

/** Sends one change after another, each surrounded by a read of the list. Returns what was sent, in order. */
async function sent(options: {
  readonly changes: number;
  readonly doubts: readonly boolean[];
}): Promise<readonly string[]> {
  const operation = contractOperations.get("listTestClocks");
  const read = { operation, path: {}, query: {}, like: { request: { headers: [] } } } as unknown as Read;
  const doubts = [...options.doubts];
  const methods: string[] = [];
  const session = {
    sendTo: ({ method }: TargetRequest) => Promise.resolve(methods.push(method)),
    routes: { isAbsent: () => false },
    trace: { around: () => [read], takeDoubts: () => (doubts.shift() === true ? [read] : []) },
    profile: { deadlines: { consistencyMs: 1 } },
  } as unknown as Session;
  const send = surroundedByReads(session, () => new Set(["test-clocks"]));
  const change = { method: "POST", signal: new AbortController().signal } as TargetRequest;
  for (let made = 0; made < options.changes; made += 1) await send(change);
  return methods;
}

test("a change is surrounded by reads", async () => {
  expect(await sent({ changes: 1, doubts: [false] })).toEqual(["GET", "POST", "GET"]);
});

test("what is in doubt is read once more before the check goes on", async () => {
  expect(await sent({ changes: 2, doubts: [true, false] })).toEqual([
    ...["GET", "POST", "GET", "GET"],
    ...["GET", "POST", "GET"],
  ]);
});

test("a target that is always late costs twenty waits", async () => {
  const doubts = Array.from({ length: 30 }, () => true);
  const methods = await sent({ changes: 30, doubts });
  expect(methods.length).toBe(30 * 3 + 20);
});
