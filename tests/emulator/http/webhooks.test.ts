import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { describe, expect, it, onTestFinished } from "vitest";
import { postOverNetwork, reachableBy, type Resolve } from "../../../emulator/http/webhooks.ts";
import { loopback } from "../../harness/http/certificate.ts";
import { blockedPort, listening, serving } from "../../local-server.ts";
import { emulatorOfTest, postToControl } from "../started.ts";

async function receiver(wanted = 0) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.headers.host?.split(":")[0] ?? ""}${request.url ?? ""}`);
    response.writeHead(204).end();
  });
  const { port, close } = await listening(server, wanted);
  onTestFinished(close);
  return { paths, port, close };
}

/** A connection with a given resolver of names, and what it reported. */
function wayOut(options: {
  listed?: readonly string[];
  isPublic?: boolean;
  names?: Record<string, readonly string[]>;
  withinMs?: number;
}) {
  const { listed = [], isPublic = false, names = {}, withinMs } = options;
  const reported: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    const found = (names[host] ?? []).map((address) => ({ address, family: 4 }));
    if (found.length === 0) done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), []);
    else done(null, found);
  };
  const send = postOverNetwork({
    mayReach: reachableBy({ listed, ownMachineOnly: () => !isPublic }),
    onOutOfReach: (host) => void reported.push(host),
    resolve,
    ...(withinMs === undefined ? {} : { withinMs }),
  });
  onTestFinished(() => send.close());
  const receiptOf = (url: string) => send({ url, body: "{}", signal: new AbortController().signal });
  const post = async (url: string): Promise<boolean> => (await receiptOf(url)).status === 204;
  return { post, receiptOf, reported };
}

describe("webhooks", () => {
  it("go to this machine while only this machine reaches the emulator", async () => {
    const { paths, port } = await receiver();
    const { post } = wayOut({ names: { localhost: ["127.0.0.1"] } });
    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"])
      expect([host, await post(`http://${host}:${port}/hook`)]).toEqual([host, true]);
    expect(paths).toHaveLength(4);
  });

  it("never go to this machine if other machines can register them, whatever the name", async () => {
    const { paths, port } = await receiver();
    const names = {
      localhost: ["127.0.0.1"],
      "evil.test": ["127.0.0.1"],
      "both.test": ["127.0.0.1", "0.0.0.0"],
    };
    const { post, reported } = wayOut({ isPublic: true, names, listed: ["evil.test"] });
    const hosts = ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"];
    for (const host of [...hosts, "evil.test", "both.test"])
      expect([host, await post(`http://${host}:${port}/hook`)]).toEqual([host, false]);
    expect(paths).toEqual([]);
    expect(reported).toHaveLength(new Set(reported).size);
    expect(reported).toContain("evil.test");
  });

  it.each([[["localhost"]], [["127.0.0.1"]], [["127.0.0.0/8"]]])(
    "go to this machine nevertheless if it is allowed: %j",
    async (listed) => {
      const { paths, port } = await receiver();
      const { post } = wayOut({ isPublic: true, names: { localhost: ["127.0.0.1"] }, listed });
      expect(await post(`http://localhost:${port}/hook`)).toBe(true);
      expect(paths).toEqual(["localhost/hook"]);
    },
  );

  it("resolve a name when they are delivered, not before", async () => {
    const { paths, port } = await receiver();
    const names: Record<string, readonly string[]> = { "shop.test": ["127.0.0.1"] };
    const { post } = wayOut({ names });
    expect(await post(`http://shop.test:${port}/hook`)).toBe(true);
    names["shop.test"] = ["203.0.113.1"];
    const later = wayOut({ names });
    expect(await later.post(`http://shop.test:${port}/hook`)).toBe(false);
    expect(paths).toHaveLength(1);
    expect(later.reported).toEqual(["shop.test"]);
  });

  it.each([
    ["203.0.113.1", "shop.test", [], false],
    ["203.0.113.1", "shop.test", ["shop.test"], true],
    ["203.0.113.1", "other.test", ["shop.test"], false],
    ["10.1.2.3", "shop.test", ["10.0.0.0/8"], true],
    ["11.1.2.3", "shop.test", ["10.0.0.0/8"], false],
    ["169.254.169.254", "shop.test", ["shop.test"], false],
    ["169.254.169.254", "169.254.169.254", ["169.254.169.254"], true],
    ["fe80::1", "shop.test", ["shop.test"], false],
    ["fd00::1", "shop.test", ["fd00::/8"], true],
    ["::ffff:10.1.2.3", "shop.test", ["10.0.0.0/8"], true],
  ])("may reach %s (%s) if %j is allowed: %s", (address, host, listed, may) => {
    expect(reachableBy({ listed, ownMachineOnly: () => false })(address, host)).toBe(may);
  });

  it.each<[string, RequestListener, object, { withinMs: number }?]>([
    ["a refusal", (_request, response) => response.writeHead(401).end(), { status: 401 }],
    [
      "a redirect",
      (_request, response) => response.writeHead(307, { location: "/elsewhere" }).end(),
      { status: 307, reason: "redirects are not followed, here to /elsewhere" },
    ],
    [
      "a closed connection",
      (request) => request.destroy(),
      { reason: "it closed the connection without an answer (ECONNRESET)" },
    ],
    ["a slow receiver", () => undefined, { reason: "no answer within 0.2 s" }, { withinMs: 200 }],
  ])("say why they were not accepted: %s", async (_name, listener, receipt, limits) => {
    const { port, close } = await serving(listener);
    onTestFinished(close);
    const { receiptOf } = wayOut({ ...limits });
    const { durationMs, ...rest } = await receiptOf(`http://127.0.0.1:${port}/hook`);
    expect(rest).toEqual(receipt);
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it("say why there is no connection", async () => {
    const { receiptOf } = wayOut({ names: { "far.test": ["203.0.113.1"] } });
    const secure = await listening(createTlsServer(loopback, (_request, response) => response.end()));
    const { port, close } = await receiver();
    onTestFinished(secure.close);
    await close();
    const reasonOf = async (url: string) => (await receiptOf(url)).reason;
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe("nothing listens there (ECONNREFUSED)");
    expect(await reasonOf("http://shop.test/")).toBe("the name is unknown (ENOTFOUND)");
    expect(await reasonOf("http://far.test/")).toBe(
      "webhooks do not go to far.test: name it with --allow-webhooks-to",
    );
    expect(await reasonOf(`https://127.0.0.1:${secure.port}/`)).toMatch(
      /^its certificate is from an unknown authority: .* \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    );
    expect(await reasonOf(`http://127.0.0.1:${secure.port}/`)).toMatch(/ECONNRESET|HPE_/);
  });

  it("go to ports which fetch refuses", async () => {
    const { port, paths } = await receiver(await blockedPort());
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(await wayOut({}).post(`http://127.0.0.1:${port}/hook`)).toBe(true);
    expect(paths).toEqual(["127.0.0.1/hook"]);
  });

  it("of an emulator that others reach never go to this machine", async () => {
    const { paths, port } = await receiver();
    const emulator = emulatorOfTest();
    const subscribe = async (): Promise<void> => {
      const key = emulator.merchants[0]?.keys.test ?? "";
      const made = async (path: string, body: object): Promise<string> => {
        const answer = await emulator.checkoutFetch(
          new Request(`http://emulator.test/v1${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
            body: JSON.stringify(body),
          }),
        );
        return ((await answer.json()) as { id: string }).id;
      };
      const customerId = await made("/customers", {});
      const priceId = await made("/prices", { amount: 100 });
      await made("/subscriptions", { customerId, items: [{ priceId }] });
      await new Promise((resolve) => setImmediate(resolve));
      await emulator.idle();
    };
    const url = `http://127.0.0.1:${port}/hook`;
    await postToControl(emulator, "/webhook-endpoints", { url, events: ["invoice.paid"] });
    const address = await emulator.listen({ host: "0.0.0.0" });
    await subscribe();
    expect(paths).toEqual([]);
    await address.close();
    await subscribe();
    expect(paths).toEqual(["127.0.0.1/hook"]);
  });
});
