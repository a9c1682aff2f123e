import { describe, expect, test } from "vitest";
import { faultOf } from "../../../cli/emulate/fault.ts";

describe("a value of --fault", () => {
  test("names an effect, an operation and how often", () => {
    expect(faultOf("lose-answer:createDisbursement:times=2")).toEqual({
      effect: "lose-answer",
      operationId: "createDisbursement",
      times: 2,
    });
    expect(faultOf("delay:rate=0.3:ms=250")).toEqual({ effect: "delay", rate: 0.3, delayMs: 250 });
    expect(faultOf("error:status=503")).toEqual({ effect: "error", status: 503 });
  });

  test("names an effect and an event", () => {
    expect(faultOf("reorder-event:invoice.paid:rate=0.5:ms=250")).toEqual({
      effect: "reorder-event",
      event: "invoice.paid",
      rate: 0.5,
      delayMs: 250,
    });
    expect(() => faultOf("lose-event:status=503")).toThrow('"status" is not a setting of lose-event');
  });

  test.each([
    [
      "explode",
      '"explode" is not an effect; choose one of lose-request, lose-answer, cut-answer, error, delay, delay-event',
    ],
    ["error:status=418", '"status=418" is not allowed; allowed: 429, 500 or 503'],
    ["error:rate=0", '"rate=0" is not allowed; allowed: above 0 and at most 1'],
    ["error:times=1.5", '"times=1.5" is not allowed; allowed: at least 1'],
    ["error:often=2", '"often" is not a setting of error'],
  ])("is refused with the reason and the form: %s", (value, reason) => {
    expect(() => faultOf(value)).toThrow(`--fault: ${reason}`);
  });
});
