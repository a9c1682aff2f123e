import { pointed } from "../../../spec/json.ts";
import { show } from "../../plain.ts";
import { DAY, SECOND } from "../../timestamps.ts";
import { answerOf, type Call, effectOf, isOverBefore } from "./calls.ts";
import { msBetween } from "./resources.ts";
import { SHOWN, type TraceContext, type TraceRule } from "./rule.ts";

const BOUNDS = ["from", "to", "previous_from", "previous_to"];

/**
 * While nothing moves the time of an account, the window of the same question moves only with the time that passes: continuously, or by whole days when
 * a new day begins (§2.9, §4.6).
 */
export function windowsMoveWithTime({ judge, callerOf }: TraceContext): TraceRule {
  const asked = new Map<string, Call>();
  /** By account, what may have moved its time last. */
  const moved = new Map<string, Call>();
  return {
    begins: (call) => {
      const account = call.path["accountId"];
      if (call.control === "moveWallClock" && account !== undefined) moved.set(account, call);
    },
    ends: (call) => {
      const caller = callerOf(call);
      if (call.operation?.id !== "retrieveOverview" || effectOf(call) !== "made") return;
      if (caller?.account == null || !caller.isWhole) return;
      const key = `${caller.scope} ${call.request.url.search}`;
      const earlier = asked.get(key);
      asked.set(key, call);
      const move = moved.get(caller.account);
      if (earlier === undefined || !isOverBefore(earlier, call)) return;
      if (move !== undefined && !isOverBefore(move, earlier)) return;
      const passed = (call.exchange?.returnedAt ?? Infinity) - earlier.calledAt + SECOND;
      for (const bound of BOUNDS) {
        const [before, after] = [earlier, call].map((one) => pointed(answerOf(one), `/period/${bound}`));
        const ms = msBetween(before, after);
        if (ms === null) continue;
        const beyondDays = ms - Math.round(ms / DAY) * DAY;
        const isOfDays = ms > 0 && Math.abs(beyondDays) <= passed;
        judge({
          rule: "overview/windows-move-with-time",
          holds: isOfDays || (ms >= -SECOND && ms <= passed),
          seen: call,
          earlier: [earlier],
          field: `/period/${bound}`,
          expected: () => `about ${show(before, SHOWN)}, as for the same question a moment before`,
          actual: () => `it is ${show(after, SHOWN)}`,
        });
      }
    },
  };
}
