import { targetedOperations } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Ids } from "../../emulator/kernel/ids.ts";
import { apiKeys } from "../../emulator/kernel/merchants.ts";
import type { Handler, Replace, Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { everywhere, rewriting, textAndHeaders, withHeaders } from "./parts/answers.ts";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { authenticating } from "../shared/authentication.ts";
import { part } from "../part.ts";

/** Changes the bytes or the headers of an answer. */
const carried =
  (
    handler: Handler,
    change: (bytes: Uint8Array, headers: Headers) => Uint8Array | ReadableStream<Uint8Array>,
  ): Handler =>
  async (request) => {
    const answer = await handler(request);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    const body = bytes.byteLength === 0 ? null : change(bytes, headers);
    return new Response(body, { status: answer.status, headers });
  };

const CHUNK = 7;

const chunked = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.byteLength; at += CHUNK) controller.enqueue(bytes.slice(at, at + CHUNK));
      controller.close();
    },
  });

/** Accepts ids of any form: vendors are looked up without validating the form. */
const anyForm = part(["connect"], ({ targets }) => ({
  targets: targetedOperations.reduce(
    (changed, operation) => ({
      ...changed,
      [operation]: {
        ...targets[operation],
        classify: (state, caller, id) => {
          const vendor = state.get(vendors, id);
          if (vendor === undefined) return "unknown";
          if (vendor.accountId !== caller.accountId) return "foreign";
          if (vendor.deletedAt !== null) return "deleted";
          return vendor.mode === caller.mode ? undefined : "otherMode";
        },
      } satisfies (typeof targets)[typeof operation],
    }),
    targets,
  ),
}));

/** `id` gets a number that no other id of the emulator has, also after a restart: it derives from the number of the decision. */
const identified =
  (id: (ids: Ids, number: number) => string): Replace =>
  (parts) => ({
    ...anyForm(parts),
    ids: (seed, sequence) => {
      const usual = parts.ids(seed, sequence);
      let drawn = 0;
      return { ...usual, id: (prefix) => `${prefix}${id(usual, sequence * 1_000 + drawn++)}` };
    },
  });

const digits = (ids: Ids, count: number): string =>
  Array.from({ length: count }, (_unused, at) =>
    String(at === 0 ? 1 + ids.integer(9) : ids.integer(10)),
  ).join("");

const hex = (ids: Ids, count: number): string =>
  Array.from({ length: count }, () => ids.integer(16).toString(16)).join("");

/** What a conforming server may do on every route: the format, bytes and messages of its answers, and the form of its ids. */
export const variants = named<Variant>({
  "extra-fields": {
    openPoints: [],
    what: "Every object has extra fields",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value, name) =>
          isObject(value) && name !== "metadata" && name !== "nested"
            ? { ...value, unannounced: true, trace: { depth: 1 } }
            : value,
        ),
      ),
  },
  "other-key-order": {
    openPoints: [],
    what: "Every object has its keys in the opposite order",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
        ),
      ),
  },
  "plain-content-type": {
    openPoints: [],
    what: "The content type is in mixed casing, without parameters",
    wrap: withHeaders((headers) => {
      if (headers.get("content-type")?.startsWith("application/json") === true)
        headers.set("content-type", "Application/JSON");
    }),
  },
  compressed: {
    openPoints: [],
    what: "Answers are compressed for clients that accept gzip",
    // Other variants read the uncompressed body.
    last: true,
    wrap: (handler) =>
      carried(handler, (bytes, headers) => {
        headers.set("content-encoding", "gzip");
        return new Uint8Array(gzipSync(bytes));
      }),
  },
  slow: {
    openPoints: [],
    what: "Every answer is delayed by some milliseconds, by varying times",
    wrap: (handler) => {
      let answers = 0;
      return async (request) => {
        answers += 1;
        const pause = (answers * 7) % 5;
        await new Promise((resolve) => setTimeout(resolve, pause));
        return handler(request);
      };
    },
  },
  indented: {
    openPoints: [],
    what: "Answers are indented, with unicode escaped",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const { text, headers } = await textAndHeaders(answer);
      const body =
        text.startsWith("{") || text.startsWith("[") ? JSON.stringify(JSON.parse(text), null, 2) : text;
      const escaped = body.replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      return new Response(escaped === "" ? null : escaped, { status: answer.status, headers });
    },
  },
  "compressed-by-brotli": {
    openPoints: [],
    what: "Answers are compressed by brotli for clients that accept it",
    // Other variants read the uncompressed body.
    last: true,
    wrap: (handler) => (request) =>
      /\bbr\b/.test(request.headers.get("accept-encoding") ?? "")
        ? carried(handler, (bytes, headers) => {
            headers.append("content-encoding", "br");
            return new Uint8Array(brotliCompressSync(bytes));
          })(request)
        : handler(request),
  },
  "in-chunks": {
    openPoints: [],
    what: "Answers come in chunks of a few bytes, without a length",
    alone: true,
    socket: true,
    wrap: (handler) => carried(handler, chunked),
  },
  "one-answer-a-connection": {
    openPoints: [],
    what: "Every answer closes its connection",
    alone: true,
    socket: true,
    wrap: withHeaders((headers) => headers.set("connection", "close")),
  },
  "identifiers-count-up": {
    openPoints: [],
    what: "Ids are a prefix and a counter",
    alone: true,
    replace: identified((_ids, number) => String(number)),
  },
  "identifiers-count-in-letters": {
    openPoints: [],
    what: "Ids are a prefix and a counter in base 36",
    alone: true,
    replace: identified((_ids, number) => number.toString(36).toUpperCase()),
  },
  "identifiers-are-numbers": {
    openPoints: [],
    what: "Ids are a prefix and random digits",
    alone: true,
    replace: identified((ids) => digits(ids, 18)),
  },
  "identifiers-are-uuids": {
    openPoints: [],
    what: "Ids are a prefix and a UUID",
    alone: true,
    replace: identified((ids) => [8, 4, 4, 4, 12].map((count) => hex(ids, count)).join("-")),
  },
  "texts-in-other-words": {
    openPoints: [],
    what: "Undocumented messages and errors are in another language",
    wrap: (handler) =>
      rewriting(handler, (body, status) =>
        status === 409 || status === 422 || status >= 500
          ? everywhere(body, (value, name) =>
              name === "message" && typeof value === "string" ? "Cela ne va pas." : value,
            )
          : body,
      ),
  },
  "keys-differ-by-their-prefix": {
    openPoints: [],
    what: "A merchant's live key is its test key with the other prefix",
    alone: true,
    replace: authenticating(({ callerOf }) => ({
      callerOf: (state, key, operation) => {
        const known = callerOf(state, key, operation);
        if (known !== undefined || !key.startsWith("sk_live_")) return known;
        const testKey = state.get(apiKeys, key.replace("sk_live_", "sk_test_"));
        return testKey === undefined ? undefined : { ...testKey.caller, mode: "live" };
      },
    })),
  },
});
