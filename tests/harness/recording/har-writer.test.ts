import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/http/answer.ts";
import type { WireRequest } from "../../../harness/http/wire.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { HarWriter } from "../../../harness/recording/har-writer.ts";
import { readRecording } from "../../../harness/recording/recording.ts";
import { isPseudonym } from "../../../harness/redaction/pseudonyms.ts";
import { Redactor } from "../../../harness/redaction/redactor.ts";
import { exchanged } from "../exchanged.ts";
import { readSteps, stepsOf } from "./recording.ts";
import { emptyFolder } from "../../empty-folder.ts";

const KEY = 'sk_test_abcdefghijkl"+/mnop';
const profile = withDefaults({
  target: { baseUrl: "http://target.test", checkoutUrl: "http://checkout.test" },
});

interface Har {
  readonly log: { readonly entries: readonly Entry[] };
}
interface Entry {
  readonly request: { readonly url: string; readonly postData?: { readonly text: string } };
  readonly response: { readonly content: { readonly text?: string; readonly encoding?: string } };
  readonly _payconform: {
    readonly redacted: readonly string[];
    readonly digest: Readonly<Record<string, string>>;
  };
}

/** A recording, and what a test lets happen in it. */
class Recorded {
  readonly file = join(emptyFolder(), "run.har");
  readonly writer: HarWriter;

  readonly redactor = new Redactor({ fields: ["pin"], headers: ["x-tenant"] });

  constructor() {
    const { redactor } = this;
    redactor.learn(KEY);
    const facts = { version: "1.0.0", profile, digests: {}, seed: 7, keys: { test: KEY } };
    this.writer = new HarWriter({ file: this.file, redactor, facts });
  }

  begins(given: Partial<WireRequest> = {}, operation: string | null = null): WireRequest {
    const { request } = exchanged({ request: given });
    this.writer.begin(request, { operation, control: null });
    return request;
  }

  ends(request: WireRequest, answer: { status?: number; body?: string } | null = {}, fault?: string): void {
    const made: Exchange = { ...exchanged({ answer: answer ?? {}, returnedAt: 5.5 }), request };
    this.writer.end(answer === null ? { ...made, answer: null, fault: fault ?? "" } : made);
  }

  call(given: Partial<WireRequest>, body = "{}"): Entry {
    this.ends(this.begins(given), { body });
    this.writer.flush();
    const last = this.read().log.entries.at(-1);
    if (last === undefined) throw new Error("nothing was written");
    return last;
  }

  /** The file as it is now. */
  read(): Har {
    return JSON.parse(readFileSync(this.file, "utf8")) as Har;
  }
}

test("what was written is read as it happened, with what each request asked for", async () => {
  const recorded = new Recorded();
  const first = recorded.begins({ method: "POST", body: Buffer.from("[1]") }, "createRefund");
  const second = recorded.begins({ url: new URL("http://target.test/v1/second") });
  recorded.writer.arrive(Buffer.from('{"id":"evt_1"}'), "hooks");
  recorded.ends(second, null, "the connection was closed");
  recorded.ends(first, { status: 201, body: '{"id":"re_1"}' });
  recorded.begins({ url: new URL("http://target.test/v1/third") });
  recorded.writer.close();
  expect((await readSteps(recorded.file)).map(({ what }) => what)).toEqual([
    "begin POST /v1/things",
    "begin GET /v1/second",
    "event at hooks",
    "end GET /v1/second: the connection was closed",
    'end POST /v1/things: 201 {"id":"re_1"',
    "begin GET /v1/third",
    "end GET /v1/third: in flight at the end",
  ]);
  const [begun] = await stepsOf(recorded.file);
  expect(begun).toMatchObject({ request: first, known: { operation: "createRefund", control: null } });
  const { target, keys, hosts } = await readRecording(recorded.file);
  expect({ target, hosts }).toEqual({ target: profile.target, hosts: ["http://target.test"] });
  expect(keys.test).toMatch(/^sk_test_redacted_/);
});

test("the file is a whole document after each part, and before the first", () => {
  const recorded = new Recorded();
  expect(recorded.read().log.entries).toEqual([]);
  for (let count = 1; count < 4; count += 1) {
    recorded.call({}, "x".repeat(count * 10));
    expect(recorded.read().log.entries).toHaveLength(count);
  }
  const before = readFileSync(recorded.file, "utf8").length;
  // More than is kept in memory: written without being asked to.
  recorded.ends(recorded.begins(), { body: "x".repeat(100_000) });
  expect(readFileSync(recorded.file, "utf8").length).toBeGreaterThan(before + 100_000);
  expect(recorded.read().log.entries).toHaveLength(4);
});

test("bytes that are no text, and a body of which only a part is known", async () => {
  const recorded = new Recorded();
  const bytes = Buffer.from([0xff, 0x00, 0x22, 0x5c]);
  recorded.call({ method: "POST", body: bytes });
  recorded.call({ method: "POST", body: Buffer.from("{"), wholeBytes: 9_000 });
  recorded.call({ method: "POST", body: new Uint8Array() });
  recorded.call({ method: "POST", body: null });
  recorded.writer.close();
  const begun = (await stepsOf(recorded.file)).flatMap((step) =>
    step.kind === "begin" ? [step.request] : [],
  );
  expect(begun.map(({ body, wholeBytes }) => [body === null ? null : Buffer.from(body), wholeBytes])).toEqual(
    [
      [bytes, undefined],
      [null, 9_000],
      [Buffer.alloc(0), undefined],
      [null, undefined],
    ],
  );
});

describe("secrets", () => {
  const pseudonymIn = (text: string | undefined): string =>
    /\w*redacted_[0-9a-f]{20}/.exec(text ?? "")?.[0] ?? "";

  test("have the same pseudonym wherever they are, and no other in another recording", async () => {
    const recorded = new Recorded();
    const url = new URL(`http://target.test/v1/things?key=${encodeURIComponent(KEY)}`);
    const entry = recorded.call(
      { url, headers: [["authorization", `Bearer ${KEY}`]], body: Buffer.from(JSON.stringify({ KEY })) },
      JSON.stringify({ keys: { test: KEY } }),
    );
    recorded.writer.close();
    const { keys } = await readRecording(recorded.file);
    expect(keys.test).toMatch(/^sk_test_redacted_[0-9a-f]{20}$/);
    expect([
      pseudonymIn(entry.request.url),
      pseudonymIn(entry.request.postData?.text),
      pseudonymIn(entry.response.content.text),
      pseudonymIn(JSON.stringify(entry.request)),
    ]).toEqual(Array.from({ length: 4 }, () => keys.test));
    expect(JSON.stringify(recorded.read())).not.toContain("abcdefgh");
    const other = new Recorded();
    other.writer.close();
    expect((await readRecording(other.file)).keys.test).not.toBe(keys.test);
  });

  test.each([
    ["a scheme", "Bearer sk_live_abcdefgh1234", /^Bearer sk_live_redacted_\w{20}$/],
    ["no scheme", "abcdefgh1234", /^redacted_\w{20}$/],
    ["another scheme", "Basic c2tfdGVzdF9hYmM6", /^Basic redacted_\w{20}$/],
  ])("in a header keep what is no secret: %s", async (_what, value, shown) => {
    const recorded = new Recorded();
    recorded.call({
      headers: [
        ["Authorization", value],
        ["X-Tenant", "tenant-secret"],
      ],
    });
    recorded.writer.close();
    const [begun] = await stepsOf(recorded.file);
    const headers = begun?.kind === "begin" ? begun.request.headers : [];
    expect(headers[0]?.[1]).toMatch(shown);
    expect(isPseudonym(headers[1]?.[1])).toBe(true);
  });

  test("a client secret keeps the id of its intent, and a secret field its place", () => {
    const { response, _payconform } = new Recorded().call(
      {},
      '{"clientSecret":"pi_1_secret_abcdef","pin":947261503817}',
    );
    expect(response.content.text).toMatch(
      /^\{"clientSecret":"pi_1_secret_redacted_\w{20}","pin":"redacted_\w{20}"\}$/,
    );
    expect(_payconform.redacted).toEqual(["response.body"]);
  });

  test("equal bodies have equal digests, and others others", () => {
    const recorded = new Recorded();
    const digests = ["1", "1", "2"].map(
      (pin) => recorded.call({}, `{"pin":"94726${pin}"}`)._payconform.digest["response.body"],
    );
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
    expect(recorded.call({}, "{}")._payconform).toMatchObject({ redacted: [], digest: {} });
  });

  test("a body that would be no JSON with a pseudonym is left out", async () => {
    const recorded = new Recorded();
    recorded.redactor.learnFrom({ pin: 947261503817 });
    recorded.call({}, '{"pin":947261503817}');
    recorded.call({}, '{"number":947261503817}');
    recorded.writer.arrive(Buffer.from('{"number":947261503817}'), "hooks");
    recorded.writer.close();
    const steps = await stepsOf(recorded.file);
    const ends = steps.flatMap((step) => (step.kind === "end" ? [step.answer] : []));
    expect(ends.map((answer) => [answer?.wholeBytes, answer?.hasPseudonyms])).toEqual([
      [undefined, true],
      [23, true],
    ]);
    expect(steps.filter(({ kind }) => kind === "event")).toEqual([]);
  });
});
