import { describe, expect, it } from "vitest";
import { coded, json, validationFailed } from "../../../emulator/kernel/answers.ts";
import { manualTime } from "../../../emulator/kernel/clock.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { type IdempotencyPolicy, idempotencyKeys, scopeOf } from "../../../emulator/kernel/idempotency.ts";
import type { Command } from "../../../emulator/kernel/request.ts";
import { put, table } from "../../../emulator/kernel/table.ts";
import type { Operation } from "../../../emulator/kernel/types.ts";
import { createParts } from "../../../emulator/parts.ts";

const made = table<{ id: string }>("made");

const policy: IdempotencyPolicy = {
  refuse: (key) =>
    key === undefined
      ? validationFailed(422, [{ rule: "required", field: "Idempotency-Key", message: "missing" }])
      : undefined,
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

const command = (key: string | undefined, body: unknown = {}, accountId = "acct_1"): Command => ({
  operationId: "make",
  caller: { accountId, mode: "test" },
  params: {},
  query: {},
  headers: key === undefined ? {} : { "idempotency-key": key },
  body,
});

const setUp = () => createEngine({ seed: 1, parts: createParts(), time: manualTime(0) });

describe("idempotency", () => {
  it("has one effect for one key and returns the stored answer", async () => {
    const engine = setUp();
    const first = await engine.execute(operation, command("k"));
    const again = await engine.execute(operation, command("k"));
    expect(again).toEqual(first);
    expect(engine.state.all(made)).toHaveLength(1);
  });

  it("keeps accounts apart", async () => {
    const engine = setUp();
    await engine.execute(operation, command("k"));
    await engine.execute(operation, command("k", {}, "acct_2"));
    expect(engine.state.all(made)).toHaveLength(2);
  });

  it("frees the key of a refusal and of a failure", async () => {
    const engine = setUp();
    expect((await engine.execute(operation, command("k", "refuse"))).status).toBe(422);
    await expect(engine.execute(operation, command("k", "fail"))).rejects.toThrow("broken");
    expect(engine.state.all(idempotencyKeys)).toEqual([]);
    expect((await engine.execute(operation, command("k"))).status).toBe(201);
  });

  it("refuses a missing key before anything else", async () => {
    expect((await setUp().execute(operation, command(undefined))).status).toBe(422);
  });

  it("answers a second request while the first is held, then continues the first", async () => {
    const engine = setUp();
    engine.holds.set({ id: "hold_1", accountId: "acct_1", operationId: "make", key: "k" });
    const first = engine.execute(operation, command("k"));
    expect(engine.holds.get("hold_1")?.holding).toBe(true);
    expect((await engine.execute(operation, command("k"))).status).toBe(409);
    expect(engine.state.all(made)).toEqual([]);
    engine.holds.release("hold_1");
    expect((await first).status).toBe(201);
    expect(engine.state.all(made)).toHaveLength(1);
  });

  it("releases a held request after a minute", async () => {
    const time = manualTime(0);
    const engine = createEngine({ seed: 1, parts: createParts(), time });
    engine.holds.set({ id: "hold_1", accountId: "acct_1", operationId: "make" });
    const first = engine.execute(operation, command("k"));
    time.advance(60_000);
    expect((await first).status).toBe(201);
  });
});
