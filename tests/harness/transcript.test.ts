import { expect, test } from "vitest";
import type { Exchange } from "../../harness/http/answer.ts";
import { Redactor } from "../../harness/redaction/redactor.ts";
import { record, Transcript } from "../../harness/judge/transcript.ts";
import { exchanged } from "./exchanged.ts";

const PIN = "947261503817";
const KEY = `sk_test_${"k9Qx".repeat(60)}`;

const answered = (body: string): Exchange => exchanged({ answer: { body } });

test("a secret that is cut off behind what is shown of a body does not move into it", () => {
  const redactor = new Redactor({ fields: ["pin"] });
  redactor.learn(KEY);
  redactor.learnFrom({ pin: Number(PIN) });
  const most = 2_048;
  const shows = (before: number): string => {
    // Redaction makes the text shorter by more than what is searched behind the shown part.
    const keys = `"${KEY}",`.repeat(14);
    const text = `[${keys}"${"x".repeat(before)}","the pin is ${PIN}","${"y".repeat(9_000)}"]`;
    return record(answered(text), redactor, most).responseBody ?? "";
  };
  for (let before = 0; before < 800; before += 1) expect(shows(before)).not.toMatch(/the pin is 9\d/);
  expect(shows(0)).toMatch(/… \(\d+ bytes in all\)$/);
  const long = "z".repeat(9_000);
  expect(record(answered(long), redactor, most).responseBody).toBe(
    `${long.slice(0, most)}… (9000 bytes in all)`,
  );
});

test("an exchange knows how many before it were not kept, also those of a shared result", () => {
  const shared = new Transcript();
  for (let sequence = 1; sequence <= 60; sequence += 1) shared.add({ ...answered("{}"), sequence });
  const own = new Transcript();
  own.addAll(shared);
  own.add({ ...answered("{}"), sequence: 61 });
  const recorded = own.recorded(new Redactor({}));
  expect(own.count).toBe(61);
  expect(recorded.flatMap(({ sequence, omitted = 0 }) => (omitted > 0 ? [[sequence, omitted]] : []))).toEqual(
    [[22, 11]],
  );
});
