import { inOrder, type Replace } from "../../mutant.ts";
import { gunzipSync } from "node:zlib";
import {
  type AccountSettings,
  setUpAccount,
  usualSettings,
} from "../../../emulator/areas/account/settings.ts";
import type { Parts } from "../../../emulator/index.ts";
import type { AmbiguityId } from "../../../spec/index.ts";
import type { Handler, Variant } from "../../mutant.ts";
import { type Body, finishing, isObject } from "../../shared/answers.ts";
import { entry } from "../../part.ts";

/** A variant that replaces parts. */
export function variant(
  id: string,
  ambiguities: AmbiguityId | readonly AmbiguityId[],
  what: string,
  replace: (parts: Parts) => Parts,
): Variant {
  return { id, ambiguities: listOf(ambiguities), what, replace };
}

/** The parts with merchants that decide otherwise. */
export const deciding = (decided: Partial<AccountSettings>): Replace =>
  entry("merchantSetups", "account", () => setUpAccount({ ...usualSettings, ...decided }));

/** A variant in front of the emulator. */
export function wireVariant(
  id: string,
  ambiguities: AmbiguityId | readonly AmbiguityId[],
  what: string,
  wrap: (handler: Handler) => Handler,
): Variant {
  return { id, ambiguities: listOf(ambiguities), what, wrap };
}

function listOf(ambiguities: AmbiguityId | readonly AmbiguityId[]): readonly AmbiguityId[] {
  return typeof ambiguities === "string" ? [ambiguities] : ambiguities;
}

/** The parts with the object bodies of some operations' answers of one status changed. */
export function answering(
  operations: readonly string[],
  status: number,
  change: (body: Body) => void,
): Replace {
  return inOrder(
    ...operations.map((operation) =>
      finishing(operation, (answer) => {
        if (answer.status !== status || !isObject(answer.body)) return answer;
        const body = structuredClone(answer.body);
        change(body);
        return { ...answer, body };
      }),
    ),
  );
}

/** Every value of a JSON document, replaced by what `change` makes of it, the innermost first. */
export function everywhere(
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = "",
): unknown {
  if (Array.isArray(value))
    return change(
      value.map((entry) => everywhere(entry, change, name)),
      name,
    );
  if (!isObject(value)) return change(value, name);
  const entries = Object.entries(value).map(([key, inner]) => [key, everywhere(inner, change, key)]);
  return change(Object.fromEntries(entries), name);
}

/** A handler whose JSON answers are changed. */
export function rewriting(handler: Handler, change: (body: unknown, status: number) => unknown): Handler {
  return async (request) => {
    const answer = await handler(request);
    const { text, headers } = await plainText(answer);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return new Response(text === "" ? null : text, { status: answer.status, headers });
    }
    return new Response(JSON.stringify(change(body, answer.status)), { status: answer.status, headers });
  };
}

/** The text of an answer, and its headers without what is said of its bytes: another variant may have compressed it. */
export async function plainText(answer: Response): Promise<{ text: string; headers: Headers }> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  const compressed = headers.get("content-encoding") === "gzip";
  headers.delete("content-encoding");
  headers.delete("content-length");
  return { text: (compressed ? gunzipSync(bytes) : bytes).toString("utf8"), headers };
}
