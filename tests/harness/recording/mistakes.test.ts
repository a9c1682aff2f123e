import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gzipSync } from "node:zlib";
import { UsageError } from "../../../harness/profile/usage-error.ts";
import { readRecording } from "../../../harness/recording/recording.ts";
import { stepsOf, written } from "./recording.ts";

const entry = (members: object = {}): object => ({
  startedDateTime: "2026-03-02T10:00:00.000Z",
  time: 5,
  request: { method: "GET", url: "https://api.shop.test/v1/balance", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "{}" } },
  ...members,
});
const har = (...entries: readonly unknown[]): string => JSON.stringify({ log: { version: "1.2", entries } });

/** The message for a file, without its name. */
async function mistakeIn(text: string): Promise<string> {
  const file = written([text]);
  const error = await stepsOf(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  const { message } = error as UsageError;
  expect(message.startsWith(file)).toBe(true);
  expect(message).not.toContain("\n");
  return message.slice(file.length);
}

const ALLOWED = "a recording is HAR 1.2, or JSON with one exchange a line";

test.each([
  ["", ` is empty; ${ALLOWED}`],
  ["\n<html>", ` has "<" in line 2, where an object has to begin; ${ALLOWED}`],
  ["[]", ` has "[" in line 1, where an object has to begin; ${ALLOWED}`],
  ['{"log":{"entries":[{}]}}', ": entry 1 (line 1): request is missing"],
  [har(entry(), 5), ` has "5" in line 1, where an object has to begin; ${ALLOWED}`],
  [har(entry()).slice(0, -30), " is cut off in entry 1 (line 1); record again, or remove what is incomplete"],
  [har(entry()).slice(0, -2), " is cut off in line 1; record again, or remove what is incomplete"],
  [`${har(entry())}\n${har()}`, " continues after HAR in line 2; use one file for each"],
  ['{"log":{"entries":[{"a":1 1}]}}', ": entry 1 (line 1) is not valid JSON; record again, or remove it"],
  [
    '{"openapi":"3.1.0"}',
    ": line 1: method is missing; a recording is HAR 1.2, or JSON with one exchange or event a line",
  ],
  [
    har(entry({ startedDateTime: "yesterday" })),
    ": entry 1 (line 1): startedDateTime has to be a timestamp, such as 2026-01-31T12:00:00.000Z",
  ],
  [har(entry({ time: "5" })), ": entry 1 (line 1): time has to be a number"],
  [
    har(entry({ request: { method: "GET", url: "/v1/balance" } })),
    ": entry 1 (line 1): request: url has to be a whole URL, such as https://api.example.com/v1",
  ],
  [har(entry({ response: { status: "200" } })), ": entry 1 (line 1): response: status has to be a number"],
  [
    har(entry({ _payconform: { begun: 2, ended: 1 } })),
    ": entry 1 (line 1): _payconform: ended is before begun",
  ],
  [har(entry({ response: [] })), ": entry 1 (line 1): response is not an object"],
])("%s", async (text, message) => {
  expect(await mistakeIn(text)).toBe(message);
});

test("a compressed file", async () => {
  const file = written([]);
  writeFileSync(file, gzipSync(har(entry())));
  await expect(stepsOf(file)).rejects.toThrow("is compressed; unpack it first");
});

test("a file that is not there, and a folder", async () => {
  await expect(stepsOf("/nowhere/a.har")).rejects.toThrow("cannot read /nowhere/a.har: it does not exist");
  await expect(stepsOf("/")).rejects.toThrow("/ is not a regular file; save the recording as one");
});

describe("what is hostile", () => {
  test("depth", async () => {
    const deep = `${'{"a":['.repeat(100_000)}`;
    expect(await mistakeIn(deep)).toBe(` is nested more than 500 levels deep in line 1; ${ALLOWED}`);
    expect(await mistakeIn(`{"log":{"entries":[${deep}`)).toContain("levels deep");
  });

  test("members of every object", async () => {
    const text = har(entry()).replace('"time"', '"__proto__":{"time":1,"request":1},"constructor":1,"time"');
    const steps = await stepsOf(written([text]));
    expect(steps).toHaveLength(2);
    expect(({} as { time?: unknown }).time).toBeUndefined();
  });

  test("a million entries", async () => {
    const text = `{"log":{"entries":[${"{},".repeat(1_000_000)}{}]}}`;
    expect(await mistakeIn(text)).toBe(": entry 1 (line 1): request is missing");
    await expect(readRecording(written([har(entry(), entry(), entry())]), { mostItems: 2 })).rejects.toThrow(
      "has more than 2 exchanges and events; divide it into several files",
    );
  });
});
