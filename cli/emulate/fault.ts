import { UsageError } from "../../harness/profile/usage-error.ts";
import { eventFaultEffects, type FaultRule, routeFaultEffects } from "../../emulator/index.ts";

const FORM = "EFFECT[:OPERATION or EVENT][:times=N][:rate=R][:status=S][:ms=N]";

/** Parses a value of `--fault`. @throws UsageError that says what is wrong and shows the form */
export function faultOf(text: string): FaultRule {
  const [name = "", ...rest] = text.split(":");
  const effects = [...routeFaultEffects, ...eventFaultEffects];
  const effect = effects.find((known) => known === name);
  if (effect === undefined) refuse(`"${name}" is not an effect; choose one of ${effects.join(", ")}`);
  const isEventFault = eventFaultEffects.some((known) => known === effect);
  const rule: Record<string, string | number> = { effect };
  for (const part of rest) {
    const [key = "", value] = part.split("=");
    if (value === undefined) rule[isEventFault ? "event" : "operationId"] = part;
    else if (key === "times")
      rule["times"] = number(part, value, "at least 1", (given) => Number.isSafeInteger(given) && given > 0);
    else if (key === "rate")
      rule["rate"] = number(part, value, "above 0 and at most 1", (given) => given > 0 && given <= 1);
    else if (key === "status" && !isEventFault)
      rule["status"] = number(part, value, "429, 500 or 503", (given) => [429, 500, 503].includes(given));
    else if (key === "ms")
      rule["delayMs"] = number(
        part,
        value,
        "at least 0",
        (given) => Number.isSafeInteger(given) && given >= 0,
      );
    else refuse(`"${key}" is not a setting of ${effect}`);
  }
  return rule as unknown as FaultRule;
}

function number(part: string, value: string, allowed: string, accepts: (given: number) => boolean): number {
  const given = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || !accepts(given))
    refuse(`"${part}" is not allowed; allowed: ${allowed}`);
  return given;
}

function refuse(reason: string): never {
  throw new UsageError(
    `--fault: ${reason}; the form is ${FORM}, such as lose-answer:createDisbursement:times=1`,
  );
}
