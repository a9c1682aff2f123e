import { bodyJudges } from "../../harness/judge/passive.ts";
import { openSession } from "../../harness/run/open.ts";
import type { Session, SessionOptions } from "../../harness/run/session.ts";
import { loadChecks } from "../../suites/index.ts";
import type { TargetSource } from "./target.ts";
import { inTime } from "./simulated-time.ts";

/** Runs `work` in a session with an emulator in this process, in the kind of time of the source. */
export async function inSession<T>(
  source: TargetSource,
  options: Pick<SessionOptions, "seed" | "runs" | "transcripts" | "recorderFor" | "judgesPassive">,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  // Loaded now, because simulated time does not wait for file access.
  await Promise.all([loadChecks(), bodyJudges()]);
  return inTime(source.time, options, async () => {
    const target = await source.open();
    const session = await openSession({ ...target, ...options, liveKeyAllowed: true });
    try {
      return await work(session);
    } finally {
      await session.close();
      await target.close();
    }
  });
}
