import { describe, expect, test } from "vitest";
import { routeFaultOf } from "../../../cli/emulate/route-fault.ts";

describe("a value of --fault", () => {
  test("names an effect, an operation and how often", () => {
    expect(routeFaultOf("lose-answer:createDisbursement:times=2")).toEqual({
      effect: "lose-answer",
      operationId: "createDisbursement",
      times: 2,
    });
    expect(routeFaultOf("delay:rate=0.3:ms=250")).toEqual({ effect: "delay", rate: 0.3, delayMs: 250 });
    expect(routeFaultOf("error:status=503")).toEqual({ effect: "error", status: 503 });
  });

  test.each([
    ["explode", '"explode" is no effect; choose one of lose-request, lose-answer, cut-answer, error, delay'],
    ["error:status=418", '"status=418" is out of range'],
    ["error:rate=0", '"rate=0" is out of range'],
    ["error:times=1.5", '"times=1.5" is out of range'],
    ["error:often=2", '"often" is unknown'],
  ])("is refused with the reason and the form: %s", (value, reason) => {
    expect(() => routeFaultOf(value)).toThrow(`--fault: ${reason}; the form is EFFECT`);
  });
});
