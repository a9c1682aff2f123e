/**
 * Measures costs as ratios to a yardstick of the same run, because machines differ. No ratio is a limit.
 * `npm run bench`, or `npm run bench -- <file>` to write JSON as well. Needs `npm run build`.
 */
import { writeFileSync } from "node:fs";
import { createEmulator } from "../emulator/index.ts";
import { emulatorMeasures } from "./emulator.ts";
import { ROUNDS } from "./measure.ts";
import { runsMeasures } from "./runs.ts";
import { startMeasures } from "./start.ts";
import { suiteMeasures } from "./suite.ts";

const emulator = createEmulator();
const address = await emulator.listen();
const key = emulator.merchants[0]?.keys.test ?? "";

const groups = {
  ...(await emulatorMeasures()),
  ...(await suiteMeasures()),
  "commands, start included": await startMeasures({ url: address.paymentUrl, key }),
  ...(await runsMeasures({ url: address.paymentUrl, key })),
};
for (const [title, measures] of Object.entries(groups)) {
  process.stdout.write(`${title}\n`);
  for (const { what, value, unit, ratio } of measures)
    process.stdout.write(
      `${ratio.toFixed(2).padStart(8)}  ${Math.round(value).toString().padStart(6)} ${unit}  ${what}\n`,
    );
}
const [, , file] = process.argv;
if (file !== undefined)
  writeFileSync(file, `${JSON.stringify({ node: process.version, rounds: ROUNDS, groups }, null, 1)}\n`);
await address.close();
await emulator.close();
