import { UsageError } from "../../harness/profile/usage-error.ts";
import { type RouteFaultRule, routeFaultEffects } from "../../emulator/index.ts";

const FORM = "EFFECT[:OPERATION][:times=N][:rate=R][:status=S][:ms=N]";

/** The fault that a value of `--fault` describes. @throws UsageError with what is wrong and the form */
export function routeFaultOf(text: string): RouteFaultRule {
  const [name = "", ...rest] = text.split(":");
  const effect = routeFaultEffects.find((known) => known === name);
  if (effect === undefined) refuse(`"${name}" is no effect; choose one of ${routeFaultEffects.join(", ")}`);
  const rule: { -readonly [Key in keyof RouteFaultRule]: RouteFaultRule[Key] } = { effect };
  for (const part of rest) {
    const [key = "", value] = part.split("=");
    if (value === undefined) rule.operationId = part;
    else if (key === "times")
      rule.times = number(part, value, (given) => Number.isSafeInteger(given) && given > 0);
    else if (key === "rate") rule.rate = number(part, value, (given) => given > 0 && given <= 1);
    else if (key === "status") rule.status = number(part, value, (given) => [429, 500, 503].includes(given));
    else if (key === "ms")
      rule.delayMs = number(part, value, (given) => Number.isSafeInteger(given) && given >= 0);
    else refuse(`"${key}" is unknown`);
  }
  return rule;
}

function number(part: string, value: string, accepts: (given: number) => boolean): number {
  const given = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || !accepts(given)) refuse(`"${part}" is out of range`);
  return given;
}

function refuse(reason: string): never {
  throw new UsageError(
    `--fault: ${reason}; the form is ${FORM}, such as lose-answer:createDisbursement:times=1`,
  );
}
