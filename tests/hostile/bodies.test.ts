/* What goes wrong with bodies whose transport is right, or nearly. */
import { gzipSync } from "node:zlib";
import { testMisbehaviours } from "./misbehaving.ts";
import { always, creating, onCreation, onRequest, withHeaders } from "./misbehaviour.ts";
import { answerRight, http, json, length, pour, type WireRequest } from "./wire-server.ts";

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "), { level: 1 });
const nestedBomb = gzipSync(gzipSync(gzipSync(bomb)));
const encoded = (coding: string, body: Buffer, status = 200): Buffer =>
  http({ status, more: [`content-encoding: ${coding}`], body });
const claiming = ({ right }: WireRequest, more: number): Buffer =>
  http({ ...right, headers: [json, length(right.body.byteLength + more)] });
/** Writes another text at a place of the created object. */
const writing = (at: RegExp | string, text: string) =>
  creating((body) => JSON.stringify(body).replace(at, text));
const beside = (members: string) => writing("{", `{${members},`);
const amount = (written: string) => writing(/"amount":\d+/, `"amount":${written}`);
const body = (text: Buffer | string) => onCreation(() => http({ body: text }));
const furtherFields = Array.from({ length: 20_000 }, (_unused, index) => `"extra${index}":${index}`);

testMisbehaviours("unjudged", {
  "claims more length than it sends": always((request) => claiming(request, 10)),
  "claims two lengths": withHeaders((bytes) => [json, length(bytes), length(bytes + 1)]),
  "claims a negative length": withHeaders(() => [json, "content-length: -1"]),
  "sends chunks of no size": always(() =>
    http({ headers: [json, "transfer-encoding: chunked"], body: "zz\r\n{}\r\n0\r\n\r\n" }),
  ),
  "sends a body without end": onRequest((socket) => {
    socket.write(http({ headers: [json, "transfer-encoding: chunked"] }));
    pour(socket, () => `10000\r\n${" ".repeat(65_536)}\r\n`);
  }),
  "sends fifty megabytes of JSON": onRequest((socket) => {
    const entry = `{"id":"pi_${"0".repeat(1_000)}"},`.repeat(60);
    socket.write(http({ headers: [json, length(50_000_000)], body: "[" }));
    pour(socket, () => entry);
  }),
  "packs two hundred megabytes into a small body": always(() => encoded("gzip", bomb)),
  "packs two hundred megabytes four times over": always(() => encoded("gzip, gzip, gzip, gzip", nestedBomb)),
  "says gzip and sends none": always(({ right }) => encoded("gzip", right.body)),
  "sends half of a gzip body": always(({ right }) => encoded("gzip", gzipSync(right.body).subarray(0, 20))),
  "says that the body is packed a thousand times over": always(({ right }) =>
    encoded("gzip,".repeat(1_000), right.body),
  ),
  "names a length and chunks, with another answer between the two": always(({ right }) =>
    http({
      headers: [json, length(4), "transfer-encoding: chunked"],
      body: `0\r\n\r\n${http({ ...right, body: '{"id":"pi_smuggled"}' }).toString()}`,
    }),
  ),
});

testMisbehaviours("either", {
  "puts another answer behind an answer without a body": onRequest((socket, request) => {
    if (request.method === "POST") return void answerRight(socket, request);
    socket.write(Buffer.concat([http({ status: 304, headers: [] }), http({ body: '{"id":"pi_smuggled"}' })]));
  }),
});

testMisbehaviours("fair", {
  "packs its bodies rightly": always(({ right }) => encoded("gzip", gzipSync(right.body), right.status)),
  "packs its bodies twice": always(({ right }) =>
    encoded("gzip, gzip", gzipSync(gzipSync(right.body)), right.status),
  ),
  "sends its bodies byte by byte": onRequest((socket, { right }) => {
    socket.setNoDelay(true);
    socket.write(http({ ...right, headers: [json, length(right.body.byteLength)], body: "" }));
    for (const byte of right.body) socket.write(Buffer.from([byte]));
  }),
  "sends each byte as a chunk with an extension, and a trailer": always(({ right }) => {
    const chunks = [...right.body].map((byte) => Buffer.from([0x31, 0x3b, 0x78, 13, 10, byte, 13, 10]));
    return http({
      status: right.status,
      headers: [json, "transfer-encoding: chunked"],
      body: Buffer.concat([...chunks, Buffer.from("0\r\nx-trailer: 1\r\n\r\n")]),
    });
  }),
  "nests a hundred thousand lists": body("[".repeat(100_000) + "]".repeat(100_000)),
  "nests a hundred thousand objects within the metadata": writing(
    '"metadata":',
    `"deep":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)},"metadata":`,
  ),
  "writes keys of prototypes": beside(
    '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null',
  ),
  "writes every key twice": creating((body) => {
    const text = JSON.stringify(body);
    return `${text.slice(0, -1)},${text.slice(1)}`;
  }),
  "writes another value for every key first": creating((body) => {
    const others = Object.fromEntries(Object.keys(body).map((key) => [key, "other"]));
    return `${JSON.stringify(others).slice(0, -1)},${JSON.stringify(body).slice(1)}`;
  }),
  "writes further numbers that no number holds exactly": beside(
    '"large":9007199254740993,"small":1e-400,"minus":-0,"long":0.12345678901234567890123456789',
  ),
});
testMisbehaviours(
  "fair",
  {
    "sends twenty thousand further fields": beside(furtherFields.join(",")),
    "sends a field of a megabyte": creating((body) => ({ ...body, extra: "a".repeat(1_000_000) })),
  },
  { exchangeMs: 5_000 },
);

testMisbehaviours(
  { violated: ["payment-intents/create-content-type"] },
  {
    "claims less length than it sends": onCreation((request) => claiming(request, -10)),
    "sends bytes that are no UTF-8": body(Buffer.from('{"id":"\xff\xfe"}', "latin1")),
    "sends UTF-16": onCreation(({ right }) => {
      const body = Buffer.from(right.body.toString(), "utf16le");
      const headers = ["content-type: application/json; charset=utf-16", length(body.byteLength)];
      return http({ body, headers });
    }),
    "begins with a byte order mark": onCreation(({ right }) =>
      http({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), right.body]) }),
    ),
    "sends HTML": onCreation(() =>
      http({
        body: "<html><script>alert(1)</script></html>",
        headers: ["content-type: text/html", length(38)],
      }),
    ),
    "sends nothing": body(""),
    "says two content types": withHeaders((bytes) => [json, "content-type: text/html", length(bytes)]),
    "says no content type": withHeaders((bytes) => [length(bytes)]),
    "writes NaN": amount("NaN"),
  },
);
testMisbehaviours(
  { violated: ["payment-intents/created-body"] },
  { "sends a scalar": body("true"), "sends null": body("null") },
);
testMisbehaviours(
  { violated: ["payment-intents/retrieved-amount-matches"] },
  { "writes an amount that no number holds exactly": amount("9007199254740993") },
);
testMisbehaviours(
  { violated: ["payment-intents/created-amount"] },
  { "writes a number beyond all numbers": amount("1e999") },
);
testMisbehaviours(
  { violated: ["payment-intents/created-amount-whole-francs"] },
  { "writes the amount as a fraction": writing(/"amount":(\d+)/, '"amount":$1.000001') },
);
