import * as fc from "fast-check";

/** The same cases in every run, so that a failure belongs to a change. `FAST_CHECK_SEED=$RANDOM npm test` looks at others. */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
