import { request } from "node:http";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createEmulator, type ListenOptions } from "../../../emulator/index.ts";

interface Sent {
  port?: number;
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** An emulator, to whose payment host `send` sends if no other port is given. */
async function listening(options: ListenOptions = {}) {
  const emulator = createEmulator();
  let commits = 0;
  emulator.engine.onCommit(() => void (commits += 1));
  const address = await emulator.listen(options);
  const key = emulator.merchants[0]?.keys.test ?? "";
  const own = portOf(address.paymentUrl);
  const send = ({ port = own, ...sent }: Sent) => sendTo(port, sent);
  return { emulator, address, key, send, commits: () => commits };
}

async function start(options: ListenOptions = {}) {
  const started = await listening(options);
  onTestFinished(() => started.emulator.close());
  return started;
}

/** A request with exactly these headers, a host's among them. */
const sendTo = (port: number, { method = "GET", path, headers = {}, body = "" }: Omit<Sent, "port">) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [name, value]),
    );
    const sent = request(
      { port, host: "127.0.0.1", method, path, headers: all, setHost: false },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

const portOf = (url: string): number => Number(new URL(url).port);
const json = { "content-type": "application/json" };

/** Listens to this machine alone; no test changes anything in it. */
const usual = await listening();
afterAll(() => usual.emulator.close());

/** What a page can send to another origin without being asked for: no header of its own, and these types or none. */
const simple = [
  {},
  { "content-type": "text/plain" },
  { "content-type": "text/plain; charset=application/json" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "multipart/form-data; boundary=x" },
];

describe("hosts and origins", () => {
  it.each(["127.0.0.1", "127.8.9.10:80", "localhost", "LOCALHOST.:4010", "[::1]:1", "127.1"])(
    "answers as %s",
    async (host) => {
      const { send } = usual;
      expect((await send({ path: "/control", headers: { host } })).status).toBe(200);
    },
  );

  it.each([
    ["attacker.test", 403],
    ["localhost.attacker.test", 403],
    ["127.0.0.1.attacker.test:4010", 403],
    ["0.0.0.0", 403],
    ["169.254.169.254", 403],
    ["user@localhost", 400],
    ["localhost/../attacker.test", 400],
    ["localhost, attacker.test", 400],
    ["", 400],
  ])("does not answer as %s, with or without a key", async (host, status) => {
    const { address, key, commits, send } = usual;
    for (const url of [address.paymentUrl, address.checkoutUrl]) {
      for (const path of ["/control", "/v1/remittance", "/"]) {
        const headers = { host, authorization: `Bearer ${key}` };
        const answer = await send({ port: portOf(url), path, headers });
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.text).not.toContain("sk_");
      }
    }
    expect(commits()).toBe(0);
  });

  it("looks at the host of an absolute request, and at each of two hosts", async () => {
    const { send } = usual;
    expect((await send({ path: "http://attacker.test/control" })).status).toBe(403);
    const two = { host: ["localhost", "attacker.test"] };
    expect((await send({ path: "/control", headers: two })).status).toBe(400);
  });

  it.each([
    "http://attacker.test",
    "https://attacker.test:4010",
    "http://localhost.attacker.test",
    "null",
    "nonsense",
    "",
  ])("does not answer pages of %s", async (origin) => {
    const { commits, send } = usual;
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      const answer = await send({ method, path: "/control/reset", headers: { origin, ...json } });
      expect([method, answer.status]).toEqual([method, 403]);
    }
    expect(commits()).toBe(0);
  });

  it("names the flag that would allow a host", async () => {
    const { send } = usual;
    const answer = await send({ path: "/", headers: { host: "shop.test:4010" } });
    expect(JSON.parse(answer.text)).toEqual({
      message: "The emulator does not answer as host shop.test: name it with --allow-host",
    });
  });

  it("answers as the allowed hosts, and to their pages", async () => {
    const { send } = await start({ allowHosts: ["shop.test"] });
    const toPageOf = async (origin: string) => {
      const headers = { host: "SHOP.test:80", origin, ...json };
      return (await send({ method: "POST", path: "/control/merchants", headers })).status;
    };
    expect(await toPageOf("https://shop.test")).toBe(201);
    expect(await toPageOf("https://my.shop.test")).toBe(403);
  });

  it.each(simple)("changes nothing for what any page can send without a preflight (%j)", async (type) => {
    const { commits, send } = usual;
    // Another port of this machine is another origin: any program here can serve a page.
    for (const origin of ["http://localhost:9", "http://attacker.test", "null"]) {
      for (const path of ["/control/reset", "/control/merchants"]) {
        const headers = { origin, ...type };
        const answer = await send({ method: "POST", path, headers, body: "{}" });
        expect([origin, path, answer.status]).toEqual([origin, path, 403]);
      }
    }
    expect(commits()).toBe(0);
  });

  it("accepts preflighted requests of pages of this machine, and any request of its own pages", async () => {
    const { address, send } = await start();
    const sent = { method: "POST", path: "/control/merchants" };
    expect((await send({ ...sent, headers: { origin: "http://localhost:9", ...json } })).status).toBe(201);
    const origin = address.paymentUrl;
    expect((await send({ ...sent, headers: { origin } })).status).toBe(201);
    const asked = await fetch(`${address.paymentUrl}/control/merchants`, { method: "OPTIONS" });
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("changes nothing for a GET, which any page can send", async () => {
    const { emulator, address, commits, send } = usual;
    const account = `/merchants/${emulator.merchants[0]?.accountId ?? ""}`;
    const described = (await (await fetch(address.controlUrl ?? "")).json()) as { operations: string[] };
    expect(described.operations.length).toBeGreaterThan(20);
    const paths = [
      "",
      "/reset",
      "/merchants",
      "/clock",
      "/balances",
      "/events",
      "/webhook-endpoints",
      "/keys",
    ];
    for (const path of paths.flatMap((end) => [`/control${end}`, `/control${account}${end}`]))
      await send({ path });
    expect(commits()).toBe(0);
  });

  it("does not read what it refuses", async () => {
    const { send } = usual;
    const headers = { host: "attacker.test", "content-length": "100000000" };
    expect((await send({ method: "POST", path: "/control/reset", headers })).status).toBe(403);
  });
});

describe("control", () => {
  it("needs no token where only this machine reaches it", async () => {
    const { address } = usual;
    expect(address.controlToken).toBeUndefined();
    expect((await fetch(address.controlUrl ?? "")).status).toBe(200);
  });

  it.each([{}, { controlPort: 0 }])("needs its token on any other interface (%j)", async (more) => {
    const { address, commits, key, send } = await start({ host: "0.0.0.0", ...more });
    const port = portOf(address.controlUrl ?? "");
    const token = address.controlToken ?? "";
    expect(token.length).toBeGreaterThan(30);
    for (const headers of [
      {},
      { "control-token": "" },
      { "control-token": `${token}x` },
      { "control-token": token.slice(1) },
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${key}` },
    ]) {
      for (const path of ["/control", "/control/nothing"])
        expect((await send({ port, path, headers })).status).toBe(401);
      expect((await send({ port, method: "POST", path: "/control/reset", headers })).status).toBe(401);
    }
    expect(commits()).toBe(0);
    const headers = { "control-token": token };
    expect((await send({ port, path: "/control", headers })).status).toBe(200);
    expect((await send({ port, method: "POST", path: "/control/reset", headers })).status).toBe(200);
  });

  it("has another token at each start", async () => {
    const [first, second] = await Promise.all([start({ host: "0.0.0.0" }), start({ host: "0.0.0.0" })]);
    expect(first.address.controlToken).not.toBe(second.address.controlToken);
  });

  it.each(["127.0.0.1", "0.0.0.0"])("can be left out (%s)", async (host) => {
    const { address, key, send } = await start({ host, control: false });
    expect([address.controlUrl, address.controlToken]).toEqual([undefined, undefined]);
    expect((await send({ path: "/control" })).status).toBe(404);
    expect((await send({ method: "POST", path: "/control/reset", headers: json })).status).toBe(404);
    const headers = { authorization: `Bearer ${key}` };
    expect((await send({ path: "/v1/remittance", headers })).status).toBe(200);
  });
});
