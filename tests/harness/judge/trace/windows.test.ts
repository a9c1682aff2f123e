import { call, MERCHANT, pause, testRule } from "./history.ts";

const SECOND = 1_000;
const DAY = 86_400_000;
const START = Date.UTC(2030, 0, 31);
const overview = (ms: number, range = "30d", field = "from") =>
  call(
    { operation: "retrieveOverview", query: { range } },
    { period: { range, [field]: new Date(START + ms).toISOString() } },
  );
const moves = call({ control: "moveWallClock", path: { accountId: MERCHANT.account } });

testRule("overview/windows-move-with-time", {
  first: overview(0),
  violatedAlone: {
    "an hour later in a moment": overview(3_600 * SECOND),
    "an hour earlier": [pause(2 * 3_600 * SECOND), overview(-3_600 * SECOND)],
    "a day earlier": [pause(2 * SECOND), overview(-DAY)],
    "of the reference": [overview(0, "6m", "previous_to"), overview(3_600 * SECOND, "6m", "previous_to")],
  },
  permitted: {
    "the same": overview(0),
    "with the time": [pause(20 * SECOND), overview(20 * SECOND)],
    "on a new day": [pause(20 * SECOND), overview(DAY)],
    "in a new month": [pause(20 * SECOND), overview(31 * DAY)],
    "of another range": overview(3_600 * SECOND, "12m"),
    "after its time was moved": [moves, overview(3_600 * SECOND)],
    "without a date": call(
      { operation: "retrieveOverview", query: { range: "30d" } },
      { period: { range: "30d" } },
    ),
  },
});
