import { expect, test } from "vitest";
import type { PortAnswer } from "../../../harness/ports.ts";
import { NeedMissing } from "../../../harness/verdicts.ts";
import { pointed } from "../../../spec/json.ts";
import { documentedOutput } from "../../../suites/expect/documented-outputs.ts";

/** The answer of a cancellation with this body, read with these pointers. */
function answered(body: unknown, outputs: Readonly<Record<string, string>>): PortAnswer {
  const output = (name: string): unknown =>
    outputs[name] === undefined ? undefined : pointed(body, outputs[name]);
  return {
    name: "cancelSubscription",
    answer: { read: { kind: "json", value: body } },
    output,
    othersResolve: (name: string) =>
      Object.keys(outputs).some((other) => other !== name && output(other) != null),
  } as unknown as PortAnswer;
}

const cancelAt = (body: unknown, outputs: Readonly<Record<string, string>>): unknown =>
  documentedOutput(answered(body, outputs), "cancelAt", "cancelAt");

test("a documented field is found where the profile points to, or under its documented name", () => {
  expect(cancelAt({ ends: "2030-01-01" }, { cancelAt: "/ends" })).toBe("2030-01-01");
  expect(cancelAt({ data: { cancelAt: "2030-01-01" } }, {})).toBe("2030-01-01");
  expect(
    documentedOutput(
      answered({ data: { paymentStatus: { success: false } } }, {}),
      "paymentSuccess",
      "paymentStatus.success",
    ),
  ).toBe(false);
});

test("it is absent if the profile's other pointers lead into the answer", () => {
  expect(cancelAt({ state: "active" }, { status: "/state", cancelAt: "/cancelAt" })).toBeUndefined();
});

test("otherwise the pointer is an unmet need", () => {
  const read = (): unknown => cancelAt({ state: "active" }, { status: "/status", cancelAt: "/cancelAt" });
  expect(read).toThrow(NeedMissing);
  expect(read).toThrow("port.cancelSubscription.outputs.cancelAt");
});
