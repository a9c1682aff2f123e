import { alsoViolating, type Mutant, named } from "../mutant.ts";
import { leavingBehind } from "../faults/requests.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { maxLength, required } from "../../emulator/kernel/rules.ts";
import type { Rule } from "../../emulator/kernel/validate.ts";
import { forgetting, type Use } from "../faults/forgetting.ts";
import { answerFaults } from "../faults/answers.ts";
import { as, DAY, moved, SECOND, uppercase } from "../faults/values.ts";
import { changingSuccess } from "../shared/answers.ts";
import { fielding, guarding, readFaults } from "../shared/clocks.ts";
import { sharingCreations } from "../shared/creations.ts";
import { drifting } from "../faults/drifting.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";
import { asRead, leavingAClock, soon, soonIfInvalid, soonIfMissing } from "./parts.ts";

const RETRIEVAL: Use = {
  creator: "createTestClock",
  user: "retrieveTestClock",
  relation: "named in the path",
};

const fewBytes: Rule = {
  name: "maxBytes",
  accepts: (value) => typeof value !== "string" || Buffer.byteLength(value) <= 255,
};

const created = answerFaults(
  "created clock",
  { operations: ["createTestClock"], status: 201 },
  "test-clocks/",
);
const retrieved = answerFaults(
  "retrieved clock",
  { operations: ["retrieveTestClock"], status: 200 },
  "test-clocks/",
);
const cutTo = (length: number) =>
  as(`cut to ${length}`, (name) => (typeof name === "string" ? name.slice(0, length) : null));

const read = readFaults("create");
const presentIfPast = asRead("the present instead of an earlier day", (time) =>
  Date.parse(time) < Date.now() - DAY ? soon(0) : time,
);
const withoutZerosOfItsFraction = asRead("without the leading zeros of its fraction", (time) =>
  time.replace(/\.(0+)(\d+)Z$/, ".$2$1Z"),
);
const withoutOffset = asRead("without its offset", (time) => time.replace(/[+-]\d\d:\d\d$/, "Z"));
const byTheHour = asRead("without the minutes of its offset", (time) =>
  time.replace(/([+-]\d\d):\d\d$/, "$1:00"),
);
const withoutLeapDays = asRead("on 1 March instead of 29 February", (time) =>
  time.replace("-02-29T", "-03-01T"),
);
const nextYear = asRead("in the next year instead of a thirteenth month", (time) =>
  time.includes("-13-") ? soon(400) : time,
);

export const mutants: readonly Mutant[] = [
  read.gives("frozenTime", "create-stands-at-the-given-instant", presentIfPast),
  read.gives("frozenTime", "create-stands-at-the-given-instant", withoutZerosOfItsFraction),
  alsoViolating(
    read.gives("frozenTime", "create-stands-at-the-given-instant", withoutOffset),
    "test-clocks/created-as-requested",
  ),
  read.gives("frozenTime", "create-stands-at-the-given-instant", byTheHour),
  read.gives("frozenTime", "create-stands-at-the-given-instant", withoutLeapDays),
  read.gives("frozenTime", "create-with-no-date", soonIfInvalid(1)),
  read.gives("frozenTime", "create-with-no-date", nextYear),
  read.gives("frozenTime", "create-without-an-instant", soonIfMissing(1)),
  created.gives("frozenTime", "create-stands-at-the-given-instant", moved(SECOND)),
  created.gives("name", "create-keeps-its-name", cutTo(64)),
  created.gives("name", "create-keeps-its-name", cutTo(250)),
  created.gives(
    "name",
    "create-keeps-its-name",
    as("null if it is a zero", (name) => (Number(name) === 0 ? null : name)),
  ),
  created.gives(
    "name",
    "create-keeps-its-name",
    as("escaped for HTML", (name) => (typeof name === "string" ? name.replace(/&/g, "&amp;") : name)),
  ),
  retrieved.gives("name", "retrieve-gives-the-created", uppercase),
  ...named({
    "clock-shared-by-two-at-once": {
      violates: ["test-clocks/ids-are-never-reused"],
      summary: "Two simultaneous creations return one test clock.",
      replace: sharingCreations("createTestClock"),
    },
    "clock-with-the-name-left-behind": {
      violates: ["test-clocks/created-as-requested"],
      summary: "A test clock without a name has that of the last request.",
      wrap: leavingBehind("createTestClock", "name"),
    },
    "clock-name-drifts": {
      violates: ["test-clocks/same-everywhere"],
      summary: "From its second retrieval on, a test clock has its name in uppercase.",
      replace: drifting("retrieveTestClock", "name", (name) =>
        typeof name === "string" ? name.toUpperCase() : name,
      ),
    },
    "clock-left-by-a-refused-creation": {
      violates: ["test-clocks/refused-creation-leaves-no-clock"],
      summary: "A creation with a name that is too long is refused but takes effect.",
      replace: guarding("create", (input) => {
        const { name } = (input.command.body ?? {}) as { name?: unknown };
        if (typeof name !== "string" || name.length <= 255) return undefined;
        return leavingAClock(input, json(input.parts.invalidStatus, { error: "name" }), { name });
      }),
    },
    "clock-left-with-a-shorter-name": {
      violates: ["test-clocks/refused-creation-leaves-no-clock"],
      summary:
        "A creation with a name that is too long is refused, but leaves a clock with the beginning of the name.",
      replace: guarding("create", (input) => {
        const { name } = (input.command.body ?? {}) as { name?: unknown };
        if (typeof name !== "string" || name.length <= 255) return undefined;
        const refusal = json(input.parts.invalidStatus, { error: "name" });
        return leavingAClock(input, refusal, { name: name.slice(0, 255) });
      }),
    },
    "clock-left-by-a-refused-live-key": {
      violates: ["test-clocks/refused-creation-leaves-no-clock"],
      summary: "A creation by a live key is refused, but its clock is kept.",
      replace: guarding("create", (input) => {
        if (input.command.caller.mode !== "live") return undefined;
        const { name, frozenTime } = (input.command.body ?? {}) as { name?: string; frozenTime?: string };
        return leavingAClock(input, input.parts.refusals.notAvailable(), {
          name: name ?? null,
          frozenTime: Date.parse(String(frozenTime)),
        });
      }),
    },
    "clock-forgotten-after-the-next": {
      violates: ["test-clocks/retrieve-after-others"],
      summary: "Only the newest clock is retrieved.",
      wrap: forgetting(RETRIEVAL, 1),
    },
    "clock-forgotten-after-ten": {
      violates: ["test-clocks/retrieve-after-others"],
      summary: "Only the ten newest clocks are retrieved.",
      wrap: forgetting(RETRIEVAL, 10),
    },
    "clock-name-in-bytes": {
      violates: ["test-clocks/create-with-255-characters"],
      summary: "A name can have 255 bytes.",
      replace: fielding("create", "name", (rules) => [...rules, fewBytes]),
    },
    "clock-name-of-256": {
      violates: ["test-clocks/create-with-256-characters"],
      summary: "A name can have 256 characters.",
      replace: fielding("create", "name", (rules) => [
        ...rules.filter(({ name }) => name !== "maxLength"),
        maxLength(256),
      ]),
    },
    "clock-name-of-254": {
      violates: ["test-clocks/create-with-255-characters"],
      summary: "A name can have 254 characters.",
      replace: fielding("create", "name", (rules) => [...rules, maxLength(254)]),
    },
    "clock-name-read-with-191": {
      violates: ["test-clocks/create-keeps-its-name"],
      summary: "A retrieved clock shows the first 191 characters of its name.",
      replace: changingSuccess("retrieveTestClock", (clock) => {
        if (typeof clock["name"] === "string") clock["name"] = clock["name"].slice(0, 191);
      }),
    },
    "clock-name-required": {
      violates: ["test-clocks/create-without-a-name"],
      summary: "A clock needs a name.",
      replace: fielding("create", "name", (rules) => [required, ...rules]),
    },
  }),
  strangeRefusedTooLate("createTestClock", "test-clocks/refused-creation-leaves-no-clock"),
  takesNull("createTestClock", "frozenTime", "test-clocks/create-with-no-date", "2027-12-01T00:00:00Z"),
];
