import { describe, expect, it } from "vitest";
import { coded, json } from "../../../emulator/kernel/answers.ts";
import { manualTime } from "../../../emulator/kernel/clock.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { type IdempotencyPolicy, idempotencyKeys, scopeOf } from "../../../emulator/kernel/idempotency.ts";
import type { Command } from "../../../emulator/kernel/request.ts";
import { put, table } from "../../../emulator/kernel/table.ts";
import type { Operation } from "../../../emulator/kernel/types.ts";
import { createParts } from "../../../emulator/parts.ts";

const made = table<{ id: string }>("made");

const policy: IdempotencyPolicy = {
  refuse: () => undefined,
  scope: scopeOf,
  inProgress: () => coded(409, "E_IDEMPOTENCY_CONFLICT", "in progress"),
  replay: (record) => record.answer ?? json(500, {}),
  keeps: (answer) => answer.status < 300,
};

const operation: Operation = {
  operationId: "make",
  method: "POST",
  path: "/make",
  host: "payment",
  area: "none",
  idempotency: policy,
  decide: ({ command, ids }) => {
    if (command.body === "refuse") return { answer: json(422, {}) };
    if (command.body === "fail") throw new Error("broken");
    const id = ids.id("made_");
    return { answer: json(201, { id }), writes: [put(made, { id })] };
  },
};

const command = (body: unknown = {}): Command => ({
  operationId: "make",
  caller: { accountId: "acct_1", mode: "test" },
  params: {},
  query: {},
  headers: { "idempotency-key": "k" },
  body,
});

const setUp = (time = manualTime(0)) => createEngine({ seed: 1, parts: createParts(), time });

describe("idempotency", () => {
  it("frees the key of a refusal and of a failure", async () => {
    const engine = setUp();
    expect((await engine.execute(operation, command("refuse"))).status).toBe(422);
    await expect(engine.execute(operation, command("fail"))).rejects.toThrow("broken");
    expect(engine.state.all(idempotencyKeys)).toEqual([]);
    expect((await engine.execute(operation, command())).status).toBe(201);
  });

  it("releases a held request after a minute", async () => {
    const time = manualTime(0);
    const engine = setUp(time);
    engine.holds.set({ id: "hold_1", accountId: "acct_1", operationId: "make" });
    const first = engine.execute(operation, command());
    time.advance(60_000);
    expect((await first).status).toBe(201);
  });
});
