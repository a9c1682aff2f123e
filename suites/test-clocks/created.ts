import { expectAccepted } from "../expect/acceptance.ts";
import * as fc from "fast-check";
import { type Check, Inconclusive, rule, type RuleCheck, textOf } from "../kit.ts";
import { respelledTimestamp } from "../../generators/index.ts";
import { earlierIsRetrieved } from "../expect/retrievals.ts";
import { memberOf, readBack } from "../fixtures/reading.ts";
import { requireRefused } from "../expect/refusals.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { CLOCK_NAMES } from "../fixtures/created-objects.ts";
import { noDates, someNoDates, words } from "../fixtures/values.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import {
  calendarEdges,
  DAY,
  HOUR,
  isShownAs,
  timestampOf,
  written,
  writtenExactly,
} from "../fixtures/times.ts";
import { deleteAtTheEnd, formOf, givenClock, readClock, REFUSED } from "../fixtures/test-clocks.ts";
import { clockIn, listClocks } from "../fixtures/test-clock-lists.ts";

/** Times in the future, in whole seconds. The document does not say how far from now a clock may start. */
const futureTimestamps = (): fc.Arbitrary<number> =>
  fc
    .integer({ min: HOUR / 1_000, max: (40 * DAY) / 1_000 })
    .map((seconds) => (Math.ceil(Date.now() / 1_000) + seconds) * 1_000);

/** Some times, and how each is written. Whether a clock may begin before today is open. */
const edges = () =>
  [
    ...calendarEdges().filter((_edge, at) => at % 2 === 1),
    written(Date.now() - 3 * DAY),
    "2020-02-29T12:00:00Z",
  ].map((frozenTime) => ({ at: Date.parse(frozenTime), frozenTime }));

/** How the parts of a second are read. */
const FRACTIONS = [5, 500];

/** Names without the run's, which they would no longer be. */
const BARE = ["0", "false", "007", "00242", "null", "constructor"];

/** How creations are answered and refused (§4.8). */
export default [
  rule("test-clocks/create-stands-at-the-given-instant", async (check) => {
    await check.property({
      effort: 0.4,
      from: futureTimestamps(),
      holds: async (at) => {
        const { created, id } = await givenClock(check, { at });
        const reported = created.field("frozenTime");
        check.expect.field("frozenTime", timestampOf("frozenTime", reported), created).toBe(at);
        check.observe("clock-date-forms", `answered as ${formOf(reported)}`);
        check.observe("clock-transitions", `a new clock is ${textOf(created.field("status"))}`);
        check.observe("clock-timestamp-format", formOf(created.field("createdAt")));
        await check.api.deleteTestClock({ path: { id } });
      },
    });
    // Use times with an offset, which a target may refuse.
    await check.property({
      effort: 0.2,
      from: futureTimestamps().chain((at) =>
        fc.record({ at: fc.constant(at), frozenTime: respelledTimestamp(written(at)) }),
      ),
      examples: [
        ...edges(),
        ...FRACTIONS.map((ms) => Math.ceil(Date.now() / 1_000) * 1_000 + HOUR + ms).map((at) => ({
          at,
          frozenTime: writtenExactly(at),
        })),
      ],
      holds: async ({ at, frozenTime }) => {
        const created = await create(check, { frozenTime, name: check.name("clock") });
        if (!created.succeeded) return;
        const reported = timestampOf("frozenTime", created.field("frozenTime"));
        check.expect
          .that(`frozenTime, given as ${frozenTime}`, writtenExactly(reported), created)
          .toSatisfy(writtenExactly(at), () => isShownAs(reported, at));
        const { id } = created.body;
        await check.api.retrieveTestClock({ path: { id: textOf(id) } });
      },
    });
    // Rules about all traffic compare what the routes show.
    await check.api.listTestClocks();
  }),

  /** Includes the longest permitted name, and some that faults take for nothing or for another value. */
  rule("test-clocks/create-keeps-its-name", (check) =>
    check.property({
      effort: 0.4,
      from: words(60),
      examples: ["x".repeat(255), "\u{1F511} \u{20BB7}", ...CLOCK_NAMES, ...BARE],
      holds: async (label) => {
        const name = BARE.includes(label) ? label : `${check.name("clock")} ${label}`.slice(0, 255);
        // Which characters a name may have is not shown.
        const isOdd = [...BARE, ...CLOCK_NAMES].includes(label);
        const given = () => givenClock(check, { name });
        const clock = isOdd ? await ifPossible(given) : await given();
        if (clock === null) return;
        check.expect.field("name", clock.created.body.name, clock.created).toBe(name);
        const { body } = await readBack(check, () => readClock(clock));
        check.expect.that("name of the clock as it is read", body.name, clock.created).toBe(name);
      },
    }),
  ),

  /**
   * Uses ASCII letters, and Cyrillic letters, which have two bytes each. None is a combining mark or a surrogate pair, so code points and
   * UTF-16 units have the same count.
   */
  rule("test-clocks/create-with-255-characters", async (check) => {
    const short = check
      .name("clock")
      .replace(/[^a-zA-Z0-9 ]/g, "-")
      .slice(0, 100);
    for (const name of [ofLength(check, 255), short.padEnd(255, "ж")]) {
      const answer = await create(check, { frozenTime: soon(), name });
      await expectAccepted(check, check.api, answer, "a name of 255 characters");
    }
  }),
  rule("test-clocks/create-with-256-characters", async (check) => {
    check.succeeded(await create(check, { frozenTime: soon(), name: ofLength(check, 255) }));
    const answer = await create(check, { frozenTime: soon(), name: ofLength(check, 256) });
    check.expect(answer).toAnswer(...REFUSED);
  }),

  rule("test-clocks/create-without-a-name", async (check) => {
    check.succeeded(await create(check, { frozenTime: soon(), name: check.name("clock") }));
    const answer = await create(check, { frozenTime: soon() });
    check.expect(answer).toAnswer(201);
    const { name } = answer.body as { name?: unknown };
    check.observe("clock-name-absent", name === null ? "null" : `a ${typeof name}`);
  }),
  rule("test-clocks/create-without-an-instant", async (check) => {
    check.succeeded(await create(check, { frozenTime: soon(), name: check.name("clock") }));
    check.expect(await create(check, { name: check.name("clock") })).toAnswer(...REFUSED);
  }),
  rule("test-clocks/create-with-no-date", async (check) => {
    check.succeeded(await create(check, { frozenTime: soon(), name: check.name("clock") }));
    await check.property({
      effort: 0.5,
      from: noDates({ required: true }),
      examples: someNoDates({ required: true }),
      holds: async (frozenTime) => {
        const answer = await create(check, { frozenTime, name: check.name("clock") });
        check.expect(answer).toAnswer(...REFUSED);
        check.observe("clock-validation-status", textOf(answer.status));
      },
    });
  }),

  /** The list must not have a clock with the name in a refused request, nor, of a new account, any other that was not accepted. */
  rule("test-clocks/refused-creation-leaves-no-clock", { alone: true }, async (check) => {
    const merchant = await check.ownMerchant();
    const name = check.name("refused");
    const kept = await givenClock(check, { merchant });
    const refused = await merchant.api.createTestClock({ json: { name } });
    requireRefused(refused, "a creation without a time");
    const tooLong = "x".repeat(256);
    const second = await merchant.api.createTestClock({ json: { frozenTime: soon(), name: tooLong } });
    const live = check.name("refused-live");
    const third =
      merchant.liveKey === null
        ? refused
        : await check.as(merchant.liveKey).createTestClock({ json: { frozenTime: soon(), name: live } });
    const strange = check.name("refused-stranger");
    for (const key of invalidKeys(merchant)) {
      const answer = await check.as(key).createTestClock({ json: { frozenTime: soon(), name: strange } });
      requireRefused(answer, "a creation with another merchant's key");
    }
    const listed = await listClocks(check, merchant);
    if (clockIn(listed, kept.id) === undefined) throw new Inconclusive("the list is incomplete");
    const accepted = [
      kept.id,
      ...[second, third].flatMap((answer) => (answer.succeeded ? [textOf(answer.field("id"))] : [])),
    ];
    const left = listed.clocks.filter(
      (clock) =>
        (merchant.own && !accepted.includes(textOf(clock["id"]))) ||
        clock["name"] === name ||
        clock["name"] === strange ||
        (!second.succeeded && clock["name"] === tooLong) ||
        (!third.succeeded && clock["name"] === live),
    );
    check.expect.that("the number of clocks that refused creations left", left.length, listed.answer).toBe(0);
  }),

  rule("test-clocks/retrieve-gives-the-created", (check) =>
    check.property({
      effort: 0.4,
      from: futureTimestamps(),
      holds: async (at) => {
        const name = `${check.name("clock")} ${CLOCK_NAMES[(at / 1_000) % CLOCK_NAMES.length]}`;
        const clock =
          (await ifPossible(() => givenClock(check, { at, name }))) ?? (await givenClock(check, { at }));
        const read = check.succeeded(await readClock(clock));
        for (const name of ["id", "name", "accountId"] as const)
          check.expect.field(name, read.body[name], read).toBe(clock.created.body[name]);
        check.expect.field("frozenTime", timestampOf("frozenTime", read.field("frozenTime")), read).toBe(at);
        const members = ["subscriptions", "customers"].filter((name) => name in (read.body as object));
        check.observe("clock-attachments-elsewhere", members.join(", ") || "none");
        check.observe("clock-success-statuses", `retrieval ${read.status}`);
      },
    }),
  ),

  earlierIsRetrieved(
    "test-clocks/retrieve-after-others",
    async (check) => (await givenClock(check)).id,
    (api, id) => api.retrieveTestClock({ path: { id } }),
  ),
] satisfies readonly RuleCheck[];

/** One hour from now, as ISO 8601. */
function soon(): string {
  return written(Date.now() + HOUR);
}

/** Requests a clock. If it is created, it is deleted after the check. */
async function create(check: Check, json: Readonly<Record<string, unknown>>) {
  const answer = await check.api.createTestClock({ json });
  const id = memberOf(answer, "id");
  if (answer.succeeded && typeof id === "string") deleteAtTheEnd(check, await check.merchant(), id);
  return answer;
}

function ofLength(check: Check, length: number): string {
  return check
    .name("clock")
    .replace(/[^a-zA-Z0-9 ]/g, "-")
    .padEnd(length, "x")
    .slice(0, length);
}
