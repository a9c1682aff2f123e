import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, payconform } from "../cli/command-line.ts";

const MB = 1024 * 1024;
const MOST_HEAP_MB = 128;
const LARGE_MB = 200;

function* repeated(part: string, megabytes: number): Generator<string> {
  const some = part.repeat(Math.ceil(MB / part.length));
  for (let count = 0; count < megabytes; count += 1) yield some;
}

const startedDateTime = "2026-03-02T10:00:00.000Z";
const request = (url: string): object => ({ method: "GET", url, headers: [] });
const entry = (members: object): string => JSON.stringify({ startedDateTime, time: 5, ...members });
const answered = (text: string, at: number): string =>
  entry({
    startedDateTime: new Date(at).toISOString(),
    request: request("http://other.test/"),
    response: { status: 200, content: { text } },
  });

/** What is in a file, in parts, and the sentence with which judging it ends. */
const LARGE: Readonly<Record<string, { readonly parts: () => Iterable<string>; readonly says: RegExp }>> = {
  "an entry without end": {
    parts: () => ['{"log":{"entries":[{"a":"', ...repeated("a", LARGE_MB)],
    says: /has entry 1 \(line 1\), which is larger than 64 MB; remove it/,
  },
  "JSON of another kind": {
    parts: () => ['{"data":[', ...repeated('"aaaa",\n', LARGE_MB), "1]}"],
    says: /has line 1, which is larger than 64 MB; .*a recording is HAR 1\.2, or JSON with one exchange a line/,
  },
  "text of another kind": {
    parts: () => repeated("a".repeat(80), LARGE_MB),
    says: /has "a" in line 1, where an object has to begin/,
  },
  "lists without end": {
    parts: () => ['{"log":{"entries":[{"a":', ...repeated("[", LARGE_MB)],
    says: /levels deep in line 1/,
  },
  "large bodies of another host": {
    parts: () => [
      '{"log":{"entries":[',
      ...Array.from(
        { length: LARGE_MB / 4 },
        (_, at) => (at === 0 ? "" : ",") + answered("a".repeat(4 * MB), at * 1_000),
      ),
      "]}}",
    ],
    says: /no recorded request goes to http:\/\/target\.test; requests go to http:\/\/other\.test/,
  },
  "exchanges without an end": {
    parts: () =>
      repeated(`{"startedAt":"${startedDateTime}","method":"GET","url":"http://other.test/"}\n`, 2),
    says: /has too many exchanges at the same time in line \d+: more than 10000, .*; record how long each one takes/,
  },
};

test.each(Object.entries(LARGE))("%s: one sentence, in bounded memory", async (_what, { parts, says }) => {
  const folder = emptyFolder();
  const fd = openSync(join(folder, "traffic.har"), "w");
  for (const part of parts()) writeSync(fd, part);
  closeSync(fd);
  const ended = await payconform(["judge", "traffic.har", "--target", "http://target.test", "--no-allure"], {
    folder,
    env: { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP_MB}` },
  });
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  expect([ended.code, ended.stdout]).toEqual([2, ""]);
});
