import { once } from "node:events";
import { connect, type Socket } from "node:net";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenOn } from "../../../emulator/http/listen.ts";
import { type Emulator, manualTime } from "../../../emulator/index.ts";
import { exchangeBytes } from "../../local-server.ts";
import { intent, start } from "../client.ts";
import { emulatorOfTest } from "../started.ts";

interface Pair {
  readonly emulators: readonly [Emulator, Emulator];
  /** Of a socket, and of a socket whose requests become web requests. */
  readonly ports: readonly [number, number];
}

/** The same emulator twice: one answers sockets itself, the other one's requests become web requests. */
async function pair(): Promise<Pair> {
  const made = (): Emulator =>
    emulatorOfTest({
      time: manualTime(start),
      send: async () => ({ status: 200 }),
      onFault: () => undefined,
    });
  const [plain, web] = [made(), made()];
  const { paymentUrl } = await plain.listen({ control: false });
  const server = await listenOn({ fetch: (request) => web.fetch(request), host: "127.0.0.1", port: 0 });
  onTestFinished(server.close);
  return {
    emulators: [plain, web],
    ports: [Number(new URL(paymentUrl).port), Number(new URL(server.url).port)],
  };
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body?: string | undefined;
  readonly isChunked?: boolean;
}

const bytesOf = ({ method, target, headers, body, isChunked = false }: Sent): string => {
  const framing =
    body === undefined ? [] : isChunked ? ["transfer-encoding: chunked"] : [`content-length: ${body.length}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "host: localhost",
    "connection: close",
    ...headers,
    ...framing,
  ];
  const written =
    body !== undefined && isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : (body ?? "");
  return `${lines.join("\r\n")}\r\n\r\n${written}`;
};

async function compare({ emulators, ports }: Pair, sent: Sent): Promise<void> {
  const bytes = bytesOf(sent);
  const [plain, web] = [await exchangeBytes(ports[0], bytes), await exchangeBytes(ports[1], bytes)];
  expect(plain, bytes).toBe(web);
  const [logged, loggedOfWeb] = emulators.map(({ traffic }) => traffic.log.latest({ most: 1_000 }));
  expect(logged).toEqual(loggedOfWeb);
}

const keyOf = ({ emulators }: Pair): string => emulators[0].merchants[0]?.keys.test ?? "";

/** Creates a payment intent. */
const creating = (headers: readonly string[]): Sent => ({
  method: "POST",
  target: "/v1/payment-intents",
  headers,
  body: JSON.stringify(intent),
});

describe("a request on a socket has the bytes of the same web request", () => {
  it("whatever it asks", async () => {
    const both = await pair();
    const key = keyOf(both);
    const often = <T>(usual: T, ...odd: readonly T[]): fc.Arbitrary<T> =>
      fc.oneof(
        { arbitrary: fc.constant(usual), weight: 2 },
        { arbitrary: fc.constantFrom(usual, ...odd), weight: 3 },
      );
    const usual = `authorization: Bearer ${key}`;
    const credentials = often(
      [usual],
      [],
      [usual, usual],
      [`Authorization: bearer  ${key}`],
      [`authorization:\t Bearer ${key} \t`],
      [`authorization: Bearer ${key}é`],
    );
    const others = fc.subarray(
      [
        "idempotency-key: one",
        "Idempotency-Key:  two ",
        "idempotency-key: é",
        "service-account: acct_1",
        "X-Twice: 1",
        "x-twice: 2",
        "expect: 100-continue",
        "cookie: a=1",
        "set-cookie: a=1",
        "origin: http://localhost",
      ],
      { maxLength: 2 },
    );
    const type = often(["content-type: application/json"], [], ["Content-Type: text/plain"]);
    const request = fc.record({
      method: fc.constantFrom(
        "GET",
        "GET",
        "GET",
        "POST",
        "POST",
        "POST",
        "DELETE",
        "PUT",
        "HEAD",
        "OPTIONS",
      ),
      target: often(
        "/v1/payment-intents",
        "/v1/payment-intents/pi_none",
        "/v1/payment-intents/pi_n%6Fne",
        "/v1/payment-intents/pi_none/cancel",
        "/v1/payment-intents/..",
        "/v1/remittance",
        "/v1/remittance?",
        "/v1/remittance?page=2&page=1&limit=%31+&x",
        "/v1/./remittance",
        "/v1//remittance",
        "//v1/remittance",
        "/v1/remittance/",
        "/v1/remittance#here",
        "/v1/connect/allocations",
        "/v1/connect/accounts/acct_none/overview",
        "http://localhost/v1/remittance",
      ),
      headers: fc.tuple(credentials, type, others).map((lists) => lists.flat()),
      body: often<string | undefined>(
        JSON.stringify(intent),
        undefined,
        '{"amount":0}',
        '{"amount":1e999,"currency":"xaf"}',
        '{"amount":',
        "\xef\xbb\xbf{}",
        "\xff",
        "",
        "[".repeat(100) + "]".repeat(100),
        `{"amount":5000,"currency":"xaf","description":"${"x".repeat(70_000)}"}`,
        "x".repeat(1_100_000),
      ),
      isChunked: often(false, false, false, true),
    });
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        await compare(both, sent);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("is answered after earlier requests on its connection", async () => {
    const both = await pair();
    const headers = [`authorization: Bearer ${keyOf(both)}`, "content-type: application/json"];
    const create = creating(headers);
    const kept = (sent: Sent): string => bytesOf(sent).replace("connection: close\r\n", "");
    const bytes = [
      kept(create),
      kept({ method: "GET", target: "/v1/remittance", headers }),
      kept({ ...create, isChunked: true }),
      kept({ ...create, headers: [] }),
      bytesOf(create),
    ].join("");
    for (const port of both.ports) {
      const text = await exchangeBytes(port, bytes);
      expect(
        text
          .match(/(?<=HTTP\/1.1 )\d+|"\w+_?\w*"(?=:)/g)
          ?.filter((word) => /\d|"(?:id|data|error)"/.test(word)),
      ).toEqual(["200", '"id"', "200", '"data"', "200", '"id"', "401", '"error"', "200", '"id"']);
    }
  });

  it("has its body in pieces, too late, or never", async () => {
    const time = manualTime(start);
    const emulator = emulatorOfTest({ time });
    const { paymentUrl } = await emulator.listen({ control: false });
    const port = Number(new URL(paymentUrl).port);
    const headers = [`authorization: Bearer ${emulator.merchants[0]?.keys.test}`];
    const list = bytesOf({ method: "GET", target: "/v1/remittance", headers });
    const bytes = bytesOf(creating(headers));
    /** Sends the beginning; the rest when others have been answered. */
    const begun = async (): Promise<{ socket: Socket; text: () => string; ended: Promise<unknown> }> => {
      let text = "";
      const socket = connect(port, "127.0.0.1");
      socket.on("data", (chunk) => (text += chunk.toString()));
      const ended = once(socket, "close");
      socket.write(bytes.slice(0, -5));
      for (let others = 0; others < 3; others += 1) await exchangeBytes(port, list);
      return { socket, text: () => text, ended };
    };
    const inPieces = await begun();
    inPieces.socket.write(bytes.slice(-5, -1));
    await exchangeBytes(port, list);
    inPieces.socket.write(bytes.slice(-1));
    await inPieces.ended;
    expect(inPieces.text()).toContain("HTTP/1.1 200 OK");
    const late = await begun();
    time.advance(20_000);
    await late.ended;
    expect(late.text()).toContain("HTTP/1.1 408");
    const gone = await begun();
    gone.socket.destroy();
    await gone.ended;
    const statuses = (): readonly number[] =>
      emulator.traffic.log
        .latest({ most: 100 })
        .filter(({ method }) => method === "POST")
        .map(({ answer }) => answer.status);
    await expect.poll(statuses).toEqual([422, 408, 200]);
  });
});
