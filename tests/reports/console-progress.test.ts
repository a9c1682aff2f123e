import { expect, test } from "vitest";
import { createProgress } from "../../reports/console/console.ts";

function started() {
  const progress = createProgress();
  progress.planned(100, 40, 0);
  return progress;
}

test("a bar shows how many rules are judged, passive ones included", () => {
  const progress = started();
  for (let rule = 0; rule < 50; rule += 1) progress.judged({ isPassive: rule >= 10, isViolated: rule < 3 });
  expect(progress.parts(1_000)).toEqual(["[##########..........] 50/100 rules", "3 violated"]);
});

test("the time left depends only on checks, because passive rules take no time", () => {
  const progress = started();
  for (let rule = 0; rule < 10; rule += 1) progress.judged({ isPassive: false, isViolated: false });
  for (let rule = 0; rule < 60; rule += 1) progress.judged({ isPassive: true, isViolated: false });
  expect(progress.parts(1_999).join()).not.toContain("left");
  expect(progress.parts(4_000)).toContain("about 12 s left");
  for (let rule = 0; rule < 30; rule += 1) progress.judged({ isPassive: false, isViolated: false });
  expect(progress.parts(9_000).join()).not.toContain("left");
});

test("the time left grows when checks take longer than before", () => {
  const progress = started();
  for (let rule = 0; rule < 30; rule += 1) progress.judged({ isPassive: false, isViolated: false });
  for (let second = 1; second <= 10; second += 1) {
    progress.sent(second, [], second * 1_000);
    if (second > 7) progress.judged({ isPassive: false, isViolated: false });
  }
  expect(progress.parts(10_000)).toContain("about 7 s left");
});

test("the rate is that of the requests in the last seconds", () => {
  const progress = started();
  for (let second = 1; second <= 10; second += 1)
    progress.sent(second <= 5 ? second * 1_000 : 5_000 + second * 10, [], second * 1_000);
  expect(progress.parts(10_000)).toContain("10 requests/s");
});

test("the run waits for the check that has taken longest", () => {
  const progress = started();
  progress.sent(1, ["a/slow", "a/new"], 100);
  expect(progress.parts(200)).toContain("waiting for a/slow");
  progress.sent(1, [], 300);
  expect(progress.parts(400).join()).not.toContain("waiting");
});

test("a pause of the suite is shown instead of the check that waits", () => {
  const progress = started();
  progress.sent(1, ["a/slow"], 100, "for the rate of 20 new vendors a minute");
  expect(progress.parts(200)).toContain("waiting for the rate of 20 new vendors a minute");
});
