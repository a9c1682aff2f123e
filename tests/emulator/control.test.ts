import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { controlOperations } from "../../emulator/control/index.ts";
import { createBench } from "./client.ts";
import { createShop } from "./connect/bench.ts";

type Documented = Record<string, Record<string, { operationId: string; requestBody?: unknown }>>;

const file = join(import.meta.dirname, "../../spec/generated/control.yaml");
const { paths } = parse(readFileSync(file, "utf8")) as { paths: Documented };
const documented = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
    .map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
);

describe("control", () => {
  it("offers the whole protocol as it is described, and lists it", async () => {
    const offered = controlOperations.map(
      ({ method, path, operationId }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")} ${operationId}`,
    );
    expect(documented).toEqual(expect.arrayContaining(offered));
    const ids = documented.map((line) => line.split(" ")[2]);
    const described = await createBench().control("GET", "");
    expect(described.json["operations"]).toEqual(ids.toSorted());
  });

  it("moves only the clock of one merchant", async () => {
    const bench = createBench();
    const [first, second] = bench.emulator.merchants;
    const moved = await bench.control("POST", `/merchants/${first?.accountId}/clock`, {
      to: "2026-02-28T12:00:00+01:00",
    });
    expect(moved.json).toEqual({ now: "2026-02-28T11:00:00.000Z", ran: 0 });
    bench.time.advance(60_000);
    const read = async (id: string | undefined) =>
      (await bench.control("GET", `/merchants/${id}/clock`)).json["now"];
    expect(await read(first?.accountId)).toBe("2026-02-28T11:01:00.000Z");
    expect(await read(second?.accountId)).toBe("2026-01-31T10:01:00.000Z");
  });

  it("sets how one endpoint gets its events", async () => {
    const urls: string[] = [];
    const bench = createBench({ send: async ({ url }) => (urls.push(url), { status: 200 }) });
    const shop = await createShop(bench);
    const base = `/merchants/${shop.accountId}`;
    const register = async (url: string) => {
      const wanted = { url, events: ["connect.transfer.created"] };
      return (await bench.control("POST", `${base}/webhook-endpoints`, wanted)).json["id"];
    };
    const endpointId = await register("http://deaf.test/");
    await register("http://hearing.test/");
    const choose = async (body: object) =>
      (await bench.control("POST", `${base}/delivery-mode`, body)).status;
    expect(await choose({ delivery: "dropped", endpointId })).toBe(200);
    expect(await choose({ delivery: "dropped", endpointId: "we_0" })).toBe(404);
    await shop.allocate(await shop.vendor(), 1_000);
    await expect.poll(() => urls).toEqual(["http://hearing.test/"]);
    await bench.emulator.idle();
    expect(urls).toHaveLength(1);
  });

  const hook = { url: "http://hook.test/", events: ["invoice.paid"] };
  const clocks = [
    {},
    { byMs: 0 },
    { byMs: 1.5 },
    { to: "tomorrow" },
    { to: "2000-01-01" },
    { to: "9999-01-01" },
  ];
  it.each<[string, unknown, number, string?]>([
    ["", "{", 400],
    ["", { country: 5 }, 422, "country"],
    ["", { fundz: 1 }, 422, "fundz"],
    ["", { settings: { payoutOverdraft: "allowed", x: 1 } }, 422, "settings.x"],
    ["/own/holds", { operationId: "listVendors", idempotencyKey: "k" }, 422, "operationId"],
    ["/own/connect-mode", { connectMode: "platform" }, 422, "connectMode"],
    ["/own/delivery-mode", { delivery: "by pigeon" }, 422, "delivery"],
    ["/own/webhook-endpoints", { ...hook, delivery: "never" }, 422, "delivery"],
    ["/none/delivery-mode", { delivery: "dropped" }, 404],
    ...clocks.map((body): [string, unknown, number] => ["/own/clock", body, 422]),
    ["/own/clock", { byMs: 1, to: "2027-01-01" }, 422],
  ])("refuses POST /merchants%s %j with %d %s", async (path, body, status, field) => {
    const bench = createBench();
    const refused = await bench.control("POST", `/merchants${path.replace("own", bench.accountId)}`, body);
    expect(refused.status).toBe(status);
    if (field !== undefined) expect(refused.json.errors?.[0]?.field).toBe(field);
  });

  it("lists the merchants without their keys", async () => {
    const { control, emulator } = createBench();
    const { text, json } = await control("GET", "/merchants");
    expect(json["data"]).toMatchObject(emulator.merchants.map(({ accountId }) => ({ accountId })));
    for (const { keys } of emulator.merchants)
      for (const key of Object.values(keys)) expect(text).not.toContain(key);
  });

  it("answers 404 for what the merchant does not have", async () => {
    const bench = createBench();
    const path = `/merchants/${bench.accountId}`;
    const made = await bench.control("POST", `${path}/webhook-endpoints`, hook);
    const other = `/merchants/${bench.emulator.merchants[1]?.accountId}/webhook-endpoints`;
    const held = { operationId: "createAllocation", idempotencyKey: "k" };
    const hold = `${path}/holds/${String((await bench.control("POST", `${path}/holds`, held)).json["holdId"])}`;
    expect((await bench.control("DELETE", hold)).json).toMatchObject({ released: false });
    for (const missing of [`${other}/${String(made.json["id"])}`, hold, `${path}/outages/coffee`])
      expect([missing, (await bench.control("DELETE", missing)).status]).toEqual([missing, 404]);
    expect((await bench.control("GET", `${path}/events`)).json).toEqual({ data: [], next: 0 });
  });
});
