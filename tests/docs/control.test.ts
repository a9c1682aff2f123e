import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { control } from "../../spec/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/control.md"), "utf8");
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(([, text]) => text ?? "");

const emulator = await startEmulator({ seed: 9 });
afterAll(() => emulator.close());

/** One shown exchange: a request line, perhaps a body, the status line, the answer's body. */
function exchangeIn(block: string): {
  request: string;
  method: string;
  path: string;
  body: string | null;
  status: number;
  answer: unknown;
} {
  const [asked = "", answered = ""] = block.split(/^(?=HTTP\/1\.1 )/m);
  const [head = "", ...rest] = asked.trim().split("\n\n");
  const [request = ""] = head.split("\n");
  const [method = "", path = ""] = request.replace("{controlUrl}", "").split(" ");
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answered) ?? [];
  const answer: unknown = JSON.parse(answered.slice(answered.indexOf("\n\n")));
  return {
    request,
    method,
    path,
    body: rest.length === 0 ? null : rest.join("\n\n"),
    status: Number(status),
    answer,
  };
}

/** The same value with each member replaced by its type; a list becomes the type of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

test("the emulator answers every exchange as the page shows", async () => {
  const shown = blocks("http").map(exchangeIn);
  expect(shown.length).toBeGreaterThan(6);
  let accountId = "";
  for (const { request, method, path, body, status, answer } of shown) {
    const response = await fetch(emulator.address.controlUrl + path.replace("{accountId}", accountId), {
      method,
      ...(body === null ? {} : { body, headers: { "content-type": "application/json" } }),
    });
    const came = (await response.json()) as { accountId?: string };
    expect(response.status, request).toBe(status);
    expect(shapeOf(came), request).toMatchObject(shapeOf(answer) as object);
    accountId = came.accountId ?? accountId;
  }
});

test("every operation that the page names exists, and every operation has a row", () => {
  const paths = control["paths"] as Record<string, Record<string, { operationId?: string }>>;
  const operations = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId }) => operationId ?? []);
  for (const operation of operations) expect(page).toContain(`| \`${operation}\` |`);
  const named = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
    [...(names ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
  );
  expect(named.filter((name) => !operations.includes(name))).toEqual([]);
});
