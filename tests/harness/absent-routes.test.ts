import { describe, expect, test } from "vitest";
import { createParts } from "../../emulator/index.ts";
import { startEmulator } from "../../emulator/start.ts";
import { contractOperations } from "../../harness/contract.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { Transport } from "../../harness/http/wire.ts";
import { onBody, serving } from "../local-server.ts";
import { createIntentsService, startIntentsServer } from "./intents-server.ts";
import { judgeUrl, type Judged } from "./judge-url.ts";

/** The emulator with some of its routes, judged with URLs and a key. */
async function judged(options: {
  serves: (operationId: string) => boolean;
  patterns: readonly string[];
  onRequest?: () => void;
}): Promise<Judged> {
  await using emulator = await startEmulator({
    seed: 2,
    parts: { ...createParts(), serves: options.serves },
  });
  const profile = {
    target: { baseUrl: emulator.paymentUrl, checkoutUrl: emulator.checkoutUrl },
    deadlines: { consistencyMs: 300, settleMs: 1_000 },
  };
  const socket = socketTransport({ connections: 32 });
  const send: Transport["send"] = (...given) => {
    options.onRequest?.();
    return socket.send(...given);
  };
  const { testKey } = emulator.merchant;
  const { patterns } = options;
  return await judgeUrl({ profile, testKey, patterns, runs: 2, transport: { ...socket, send } });
}

const servedRule = (operation: string): string => contractOperations.get(operation)?.servedRule ?? "";

describe("a server with one route", () => {
  test("violates the rule of each route that it lacks, and no other", async () => {
    const { by, results } = await judged({
      serves: (id) => id === "createPaymentIntent",
      patterns: ["*/*-is-served"],
    });
    const open = [servedRule("createPaymentIntent"), servedRule("createSubscription")];
    const absent = [...contractOperations.keys()].map(servedRule).filter((id) => !open.includes(id));
    expect(by("violated")).toEqual([...absent].sort());
    expect(results.get(servedRule("createSubscription"))?.needs).toMatchObject([
      { id: "port.createSubscription" },
    ]);
  });
});

describe("a missing route", () => {
  test("is the unmet need of its rules, passive ones too, and their only one", async () => {
    const { by, results } = await judged({
      serves: (id) => id !== "retrievePaymentIntent",
      patterns: ["payment-intents", "authentication/retrieve-payment-intent-*"],
    });
    expect(by("violated")).toEqual([servedRule("retrievePaymentIntent")]);
    expect(by("inconclusive")).toEqual([]);
    for (const id of [
      "payment-intents/retrieved-status",
      "payment-intents/unknown-id-is-404",
      "authentication/retrieve-payment-intent-without-key",
    ]) {
      expect(results.get(id), id).toMatchObject({
        verdict: "could_not_run",
        needs: [
          {
            id: "route.retrievePaymentIntent",
            supply: "Serve `GET /v1/payment-intents/{id}`: it answers like an unserved path.",
          },
        ],
      });
    }
    expect(by("passed")).toContain("payment-intents/created-id");
  });

  test("is detected if another method is served at its path", async () => {
    const { by } = await judged({
      serves: (id) => id !== "createRemittance",
      patterns: ["remittances/*-is-served"],
    });
    expect(by("violated")).toEqual([servedRule("createRemittance")]);
  });
});

test("a key that is refused before routing does not show which routes are missing", async () => {
  await using server = await startIntentsServer((answer) => answer);
  const { by, results } = await judgeUrl({
    profile: { target: { baseUrl: server.url }, deadlines: { consistencyMs: 50, settleMs: 200 } },
    testKey: server.key,
    patterns: ["authentication", "connect-guards/singleton-*", "*/*-is-served"],
    runs: 2,
  });
  expect(by("violated").filter((id) => !id.endsWith("-is-served"))).toEqual([]);
  expect(results.get("authentication/intents-unauthorized-error")?.verdict).toBe("passed");
  expect(results.get("connect-guards/singleton-unauthorized-code")?.verdict).toBe("could_not_run");
});

describe("the object of a route", () => {
  const rule = servedRule("retrievePaymentIntent");

  /** Serves intents; their route answers 404, as every unserved path does, until an intent was read `hiddenFor` times. */
  async function judgedIntents(options: {
    hiddenFor: number;
    refusesWithoutKey: (path: string) => boolean;
  }): Promise<{ verdict: string | undefined; reads: ReadonlyMap<string, number> }> {
    const service = createIntentsService();
    const reads = new Map<string, number>();
    await using server = await serving((request, response) => {
      const { method = "GET", url: path = "/", headers } = request;
      const { authorization } = headers;
      const isRead = method === "GET" && path.startsWith("/v1/payment-intents/");
      const isCreation = method === "POST" && path === "/v1/payment-intents";
      onBody(request, (sent) => {
        const send = ({ status, body }: { status: number; body: unknown }): void => {
          response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
        };
        const nothing = { status: 404, body: { message: "Not found" } };
        if (authorization === undefined)
          return send(
            options.refusesWithoutKey(path) ? { status: 401, body: { message: "Unauthorized" } } : nothing,
          );
        if (isRead) reads.set(path, (reads.get(path) ?? 0) + 1);
        const isVisible = isCreation || (isRead && (reads.get(path) ?? 0) > options.hiddenFor);
        return send(
          isVisible ? service.answer({ method, path, authorization, text: sent.toString() }) : nothing,
        );
      });
    });
    const { results } = await judgeUrl({
      profile: {
        target: { baseUrl: server.url },
        deadlines: { consistencyMs: 400 },
      },
      testKey: service.key,
      patterns: [rule],
    });
    return { verdict: results.get(rule)?.verdict, reads };
  }

  test("is not waited for where its path is unknown without a key, too", async () => {
    const { verdict, reads } = await judgedIntents({ hiddenFor: Infinity, refusesWithoutKey: () => false });
    expect(verdict).toBe("violated");
    // One in each execution.
    expect(new Set(reads.values())).toEqual(new Set([1]));
  });

  test("is waited for where its route refuses requests without a key", async () => {
    const isIntents = (path: string): boolean => path.startsWith("/v1/payment-intents");
    const late = await judgedIntents({ hiddenFor: 3, refusesWithoutKey: isIntents });
    expect(late.verdict).toBe("passed");
  });

  test("is waited for where every path refuses requests without a key", async () => {
    const late = await judgedIntents({ hiddenFor: 3, refusesWithoutKey: () => true });
    expect(late.verdict).toBe("passed");
  });
});

test("a passive rule needs no further request once no route can show it", async () => {
  let asked = 0;
  const { results } = await judged({
    serves: (id) => id === "createPaymentIntent",
    patterns: ["payment-intents/retrieved-status"],
    onRequest: () => (asked += 1),
  });
  expect(results.get("payment-intents/retrieved-status")).toMatchObject({
    verdict: "could_not_run",
    needs: [{ id: "route.retrievePaymentIntent" }],
  });
  expect(asked).toBeLessThan(20);
});
