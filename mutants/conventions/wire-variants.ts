import { gzipSync } from "node:zlib";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { everywhere, plainText, rewriting, wireVariant } from "../variants/parts/variant.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/** What the document leaves to whoever writes the server, at every route alike. */
export const wireVariants: readonly Variant[] = [
  wireVariant("extra-fields", [], "Every object has fields that nobody asked for", (handler) =>
    rewriting(handler, (body) =>
      everywhere(body, (value, name) =>
        isObject(value) && name !== "metadata" && name !== "nested"
          ? { ...value, unannounced: true, trace: { depth: 1 } }
          : value,
      ),
    ),
  ),
  wireVariant("other-key-order", [], "Every object has its keys in the opposite order", (handler) =>
    rewriting(handler, (body) =>
      everywhere(body, (value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
      ),
    ),
  ),
  wireVariant(
    "plain-content-type",
    [],
    "The content type has no parameters, and capitals",
    (handler) => async (request) => {
      const answer = await handler(request);
      const headers = new Headers(answer.headers);
      if (headers.get("content-type")?.startsWith("application/json") === true) {
        headers.set("content-type", "Application/JSON");
      }
      return new Response(answer.body, { status: answer.status, headers });
    },
  ),
  wireVariant(
    "compressed",
    [],
    "Answers are compressed for those who take gzip",
    (handler) => async (request) => {
      const answer = await handler(request);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const done = answer.headers.has("content-encoding");
      if (bytes.byteLength === 0 || done)
        return new Response(done ? bytes : null, { status: answer.status, headers: answer.headers });
      const headers = new Headers(answer.headers);
      headers.set("content-encoding", "gzip");
      headers.delete("content-length");
      return new Response(gzipSync(bytes), { status: answer.status, headers });
    },
  ),
  wireVariant("slow", [], "Every answer takes some milliseconds, some longer than others", (handler) => {
    let answers = 0;
    return async (request) => {
      answers += 1;
      const pause = (answers * 7) % 5;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return handler(request);
    };
  }),
  wireVariant("indented", [], "Answers are indented, with unicode escaped", (handler) => async (request) => {
    const answer = await handler(request);
    const { text, headers } = await plainText(answer);
    const body =
      text.startsWith("{") || text.startsWith("[") ? JSON.stringify(JSON.parse(text), null, 2) : text;
    const escaped = body.replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    return new Response(escaped === "" ? null : escaped, { status: answer.status, headers });
  }),
  wireVariant(
    "timestamps-to-the-second",
    "timestamp-forms",
    "Timestamps have no fraction of a second",
    (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && INSTANT.test(value) ? value.replace(/\.\d+/, "") : value,
        ),
      ),
  ),
  wireVariant(
    "timestamps-with-offset",
    "timestamp-forms",
    "Timestamps have six digits of a second and a numeric offset",
    (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && INSTANT.test(value)
            ? value.replace(
                /(?:\.(\d+))?(?:Z|\+00:00)$/,
                (_ending, digits: string = "") => `.${digits.padEnd(6, "0")}+00:00`,
              )
            : value,
        ),
      ),
  ),
  wireVariant(
    "unknown-routes-are-404",
    "other-statuses",
    "A wrong method is answered 404 in plain text",
    (handler) => async (request) => {
      const answer = await handler(request);
      return answer.status === 405 ? new Response("nothing here", { status: 404 }) : answer;
    },
  ),
  wireVariant(
    "errors-of-other-kinds",
    "other-failure-codes",
    "A refusal with a code has its message under errors as well, and nothing else",
    (handler) =>
      rewriting(handler, (body, status) =>
        [400, 422].includes(status) &&
        isObject(body) &&
        typeof body["code"] === "string" &&
        !("errors" in body)
          ? { ...body, errors: [{ message: body["message"] ?? "refused" }] }
          : body,
      ),
  ),
  wireVariant(
    "hints-on-401",
    "unauthorized-most-routes",
    "A 401 names its scheme in a header",
    (handler) => async (request) => {
      const answer = await handler(request);
      if (answer.status !== 401) return answer;
      const headers = new Headers(answer.headers);
      headers.set("www-authenticate", "Bearer");
      return new Response(answer.body, { status: 401, headers });
    },
  ),
  wireVariant(
    "unauthorized-in-each-shown-form",
    "unauthorized-most-routes",
    "A 401 of remittances has the member of intents, and one of the Connect routes without a good key the code of singletons",
    (handler) => async (request) => {
      const answer = await handler(request.clone());
      const { pathname } = new URL(request.url);
      if (answer.status !== 401) return answer;
      if (pathname.startsWith("/v1/remittance"))
        return Response.json({ error: "Unauthorized" }, { status: 401 });
      return pathname.startsWith("/v1/connect") && !request.headers.has("authorization")
        ? Response.json({ code: "E_UNAUTHORIZED" }, { status: 401 })
        : answer;
    },
  ),
  wireVariant(
    "clocks-are-unauthorized-in-their-shape",
    "unauthorized-most-routes",
    "A 401 of a test clock or a subscription has the shape of their other errors",
    (handler) => async (request) => {
      const answer = await handler(request);
      const own = /^\/v1\/(test-helpers|subscriptions)/.test(new URL(request.url).pathname);
      return answer.status === 401 && own
        ? Response.json({ error: "Unauthorized", code: "UNAUTHORIZED" }, { status: 401 })
        : answer;
    },
  ),
];
