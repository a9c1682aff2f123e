import { gzipSync } from "node:zlib";
import { always, creating, type Misbehaviour, onCreation, onRequest, withHeaders } from "./misbehaviour.ts";
import { answerRight, http, pour } from "./wire-server.ts";

const json = "content-type: application/json";
const length = (bytes: number): string => `content-length: ${bytes}`;
const notJson = { violated: ["payment-intents/create-content-type"] } as const;
const notAnObject = { violated: ["payment-intents/created-body"] } as const;

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "), { level: 1 });
const nestedBomb = gzipSync(gzipSync(gzipSync(bomb)));
const encoded = (coding: string, body: Buffer): Buffer =>
  http({ headers: [json, `content-encoding: ${coding}`, length(body.byteLength)], body });

const furtherFields = Array.from({ length: 20_000 }, (_unused, index) => `"extra${index}":${index}`).join(
  ",",
);

/** What goes wrong with bodies whose transport is right, or nearly. */
export const bodies: readonly Misbehaviour[] = [
  {
    what: "claims less length than it sends",
    behaves: onCreation(({ right }) =>
      http({ ...right, headers: [json, length(right.body.byteLength - 10)] }),
    ),
    so: notJson,
  },
  {
    what: "claims more length than it sends",
    behaves: always(({ right }) => http({ ...right, headers: [json, length(right.body.byteLength + 10)] })),
    so: "unjudged",
  },
  {
    what: "claims two lengths",
    behaves: withHeaders((bytes) => [json, length(bytes), length(bytes + 1)]),
    so: "unjudged",
  },
  {
    what: "claims a negative length",
    behaves: withHeaders(() => [json, "content-length: -1"]),
    so: "unjudged",
  },
  {
    what: "sends chunks of no size",
    behaves: always(() =>
      http({ headers: [json, "transfer-encoding: chunked"], body: "zz\r\n{}\r\n0\r\n\r\n" }),
    ),
    so: "unjudged",
  },
  {
    what: "sends a body without end",
    behaves: onRequest((socket) => {
      socket.write(http({ headers: [json, "transfer-encoding: chunked"] }));
      pour(socket, () => `10000\r\n${" ".repeat(65_536)}\r\n`);
    }),
    so: "unjudged",
  },
  {
    what: "sends fifty megabytes of JSON",
    behaves: onRequest((socket) => {
      const entry = `{"id":"pi_${"0".repeat(1_000)}"},`.repeat(60);
      socket.write(http({ headers: [json, length(50_000_000)], body: "[" }));
      pour(socket, () => entry);
    }),
    so: "unjudged",
  },
  {
    what: "packs two hundred megabytes into a small body",
    behaves: always(() => encoded("gzip", bomb)),
    so: "unjudged",
  },
  {
    what: "says gzip and sends none",
    behaves: always(({ right }) => encoded("gzip", right.body)),
    so: "unjudged",
  },
  {
    what: "sends half of a gzip body",
    behaves: always(({ right }) => encoded("gzip", gzipSync(right.body).subarray(0, 20))),
    so: "unjudged",
  },
  {
    what: "says that the body is packed a thousand times over",
    behaves: always(({ right }) => encoded("gzip,".repeat(1_000), right.body)),
    so: "unjudged",
  },
  {
    what: "packs its bodies rightly",
    behaves: always(({ right }) =>
      http({
        ...right,
        headers: [json, "content-encoding: gzip", length(gzipSync(right.body).byteLength)],
        body: gzipSync(right.body),
      }),
    ),
    so: "fair",
  },
  {
    what: "packs its bodies twice",
    behaves: always(({ right }) => {
      const body = gzipSync(gzipSync(right.body));
      return http({
        ...right,
        headers: [json, "content-encoding: gzip, gzip", length(body.byteLength)],
        body,
      });
    }),
    so: "fair",
  },
  {
    what: "packs two hundred megabytes four times over",
    behaves: always(() => {
      const headers = [json, "content-encoding: gzip, gzip, gzip, gzip", length(nestedBomb.byteLength)];
      return http({ headers, body: nestedBomb });
    }),
    so: "unjudged",
  },
  {
    what: "sends its bodies byte by byte",
    behaves: onRequest((socket, { right }) => {
      socket.setNoDelay(true);
      socket.write(http({ ...right, headers: [json, length(right.body.byteLength)], body: "" }));
      for (const byte of right.body) socket.write(Buffer.from([byte]));
    }),
    so: "fair",
  },
  {
    what: "sends each byte as a chunk with an extension, and a trailer",
    behaves: always(({ right }) => {
      const chunks = [...right.body].map((byte) => Buffer.from([0x31, 0x3b, 0x78, 13, 10, byte, 13, 10]));
      return http({
        status: right.status,
        headers: [json, "transfer-encoding: chunked"],
        body: Buffer.concat([...chunks, Buffer.from("0\r\nx-trailer: 1\r\n\r\n")]),
      });
    }),
    so: "fair",
  },
  {
    what: "names a length and chunks, with another answer between the two",
    behaves: always(({ right }) =>
      http({
        headers: [json, length(4), "transfer-encoding: chunked"],
        body: `0\r\n\r\n${http({ ...right, body: '{"id":"pi_smuggled"}' }).toString()}`,
      }),
    ),
    so: "unjudged",
  },
  {
    what: "puts another answer behind an answer without a body",
    behaves: onRequest((socket, request) => {
      if (request.method === "POST") return void answerRight(socket, request);
      socket.write(
        Buffer.concat([http({ status: 304, headers: [] }), http({ body: '{"id":"pi_smuggled"}' })]),
      );
    }),
    so: "either",
  },
  {
    what: "sends bytes that are no UTF-8",
    behaves: onCreation(() => http({ body: Buffer.from('{"id":"\xff\xfe"}', "latin1") })),
    so: notJson,
  },
  {
    what: "sends UTF-16",
    behaves: onCreation(({ right }) => {
      const body = Buffer.from(right.body.toString(), "utf16le");
      return http({
        body,
        headers: ["content-type: application/json; charset=utf-16", length(body.byteLength)],
      });
    }),
    so: notJson,
  },
  {
    what: "begins with a byte order mark",
    behaves: onCreation(({ right }) =>
      http({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), right.body]) }),
    ),
    so: notJson,
  },
  {
    what: "sends HTML",
    behaves: onCreation(() =>
      http({
        body: "<html><script>alert(1)</script></html>",
        headers: ["content-type: text/html", length(38)],
      }),
    ),
    so: notJson,
  },
  { what: "sends nothing", behaves: onCreation(() => http({ body: "" })), so: notJson },
  { what: "sends a scalar", behaves: onCreation(() => http({ body: "true" })), so: notAnObject },
  { what: "sends null", behaves: onCreation(() => http({ body: "null" })), so: notAnObject },
  {
    what: "nests a hundred thousand lists",
    behaves: onCreation(() => http({ body: "[".repeat(100_000) + "]".repeat(100_000) })),
    so: "fair",
  },
  {
    what: "nests a hundred thousand objects within the metadata",
    behaves: creating((body) =>
      JSON.stringify(body).replace(
        '"metadata":',
        `"deep":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)},"metadata":`,
      ),
    ),
    so: "fair",
  },
  {
    what: "sends twenty thousand further fields",
    behaves: creating((body) => `${JSON.stringify(body).slice(0, -1)},${furtherFields}}`),
    so: "fair",
    exchangeMs: 5_000,
  },
  {
    what: "sends a field of a megabyte",
    behaves: creating((body) => ({ ...body, extra: "a".repeat(1_000_000) })),
    so: "fair",
    exchangeMs: 5_000,
  },
  {
    what: "says two content types",
    behaves: withHeaders((bytes) => [json, "content-type: text/html", length(bytes)]),
    so: notJson,
  },
  { what: "says no content type", behaves: withHeaders((bytes) => [length(bytes)]), so: notJson },
  {
    what: "writes keys of prototypes",
    behaves: creating((body) =>
      JSON.stringify(body).replace(
        "{",
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,',
      ),
    ),
    so: "fair",
  },
  {
    what: "writes every key twice",
    behaves: creating((body) => {
      const text = JSON.stringify(body);
      return `${text.slice(0, -1)},${text.slice(1)}`;
    }),
    so: "fair",
  },
  {
    what: "writes another value for every key first",
    behaves: creating((body) => {
      const others = Object.fromEntries(Object.keys(body).map((key) => [key, "other"]));
      return `${JSON.stringify(others).slice(0, -1)},${JSON.stringify(body).slice(1)}`;
    }),
    so: "fair",
  },
  {
    what: "writes an amount that no number holds exactly",
    behaves: creating((body) => JSON.stringify(body).replace(/"amount":\d+/, '"amount":9007199254740993')),
    so: { violated: ["payment-intents/retrieved-amount-matches"] },
  },
  {
    what: "writes further numbers that no number holds exactly",
    behaves: creating((body) =>
      JSON.stringify(body).replace(
        "{",
        '{"large":9007199254740993,"small":1e-400,"minus":-0,"long":0.12345678901234567890123456789,',
      ),
    ),
    so: "fair",
  },
  {
    what: "writes NaN",
    behaves: creating((body) => JSON.stringify(body).replace(/"amount":\d+/, '"amount":NaN')),
    so: notJson,
  },
  {
    what: "writes a number beyond all numbers",
    behaves: creating((body) => JSON.stringify(body).replace(/"amount":\d+/, '"amount":1e999')),
    so: { violated: ["payment-intents/created-amount"] },
  },
  {
    what: "writes the amount as a fraction",
    behaves: creating((body) => JSON.stringify(body).replace(/"amount":(\d+)/, '"amount":$1.000001')),
    so: { violated: ["payment-intents/created-amount-whole-francs"] },
  },
];
