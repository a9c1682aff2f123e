import { type Classified, malformedIds, MEMBER_NAMES, recased, unknownIds } from "../../generators/index.ts";
import { type Answer, type Check, rule, type RuleCheck } from "../kit.ts";
import { NO_ANSWER_STATUSES } from "../../harness/judge/expect.ts";
import {
  documentedRoutes,
  givenReached,
  idOf,
  isInBody,
  type Route,
  routes,
  sendAbout,
} from "../vendor-routes.ts";
import {
  deletedVendorOrNull,
  givenDeletedLiveVendor,
  givenDeletedVendor,
  givenForeignVendor,
  givenOddForeignVendors,
  givenLiveVendor,
} from "../fixtures/unreachable-vendors.ts";
import { givenLiveActivation } from "../fixtures/marketplaces.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

const PREFIX = "acct_";
/** The length that routers accept for one path segment by default. */
const LONGEST_SEGMENT = 90;

/**
 * Vendors that a request must not reach (§5, §7.3), on every route that names one. Malformed, unknown, deleted and foreign vendors cannot
 * be distinguished.
 */
const onEveryRoute = routes.flatMap((route): readonly RuleCheck[] => [
  forbidsEach(route, "malformed", () => malformedFor(route)),
  forbidsEach(route, "unknown", (known) => unknownIds(PREFIX, { like: known })),
  forbidsDeleted(route),
  forbidsForeign(route),
  answersAlike(route),
  refusesMode(route),
  ...(route === "createDirectCharge" ? [] : [refusesLiveKey(route)]),
]);

export default [
  ...onEveryRoute,
  /** Uses every documented route, each also with a test vendor of the same merchant. */
  rule("connect-targets/other-mode-says-unauthorized", async (check) => {
    for (const route of documentedRoutes) {
      const { merchant } = await givenReached(check, route);
      const answer = await sendAbout(check, route, {
        merchant,
        acct: await givenLiveVendor(check, merchant),
      });
      // Another rule judges the status.
      if (answer.status === 401)
        check.expect(answer).toRefuse({ status: 401, body: { message: "Unauthorized" } });
    }
  }),
  ...documentedRoutes.map(saysForbidden),
];

/** Each id is one path segment of unreserved characters. The same request succeeds for the merchant's own vendor. */
function forbidsEach(
  route: Route,
  cause: "malformed" | "unknown",
  idsLike: (known: string) => Classified<string>,
): RuleCheck {
  return rule(idOf(route, cause), async (check) => {
    const { acct, merchant } = await givenReached(check, route);
    const ids = idsLike(acct);
    await check.property({
      effort: 0.4,
      from: ids,
      classesOf: ids.classesOf,
      // The vendor's own id plus a character, and in other casings.
      examples:
        cause === "unknown" ? [`${acct}x`, ...Object.values(recased(acct))] : [PREFIX, ...MEMBER_NAMES],
      holds: async (id) => check.expect(await sendAbout(check, route, { merchant, acct: id })).toAnswer(403),
    });
  });
}

/** Ids short enough for a path segment: the document has no limit, and a router may refuse a longer one. */
const malformedFor = (route: Route): Classified<string> =>
  malformedIds(PREFIX, { longest: isInBody(route) ? 400 : LONGEST_SEGMENT });

/** Names vendors that do not exist for the merchant. The same request succeeds for its own vendor. */
function saysForbidden(route: Route): RuleCheck {
  return rule(idOf(route, "says-forbidden"), async (check) => {
    const { acct, merchant } = await givenReached(check, route);
    for (const ids of [malformedFor(route), unknownIds(PREFIX, { like: acct })]) {
      await check.property({
        effort: 0.2,
        from: ids,
        classesOf: ids.classesOf,
        holds: async (unreachable) =>
          check
            .expect(await sendAbout(check, route, { merchant, acct: unreachable }))
            .toRefuse({ status: 403, body: { message: "Forbidden" } }),
      });
    }
  });
}

/** The same request succeeds for another vendor. A deleted vendor of the other mode may be refused as deleted or for its mode. */
function forbidsDeleted(route: Route): RuleCheck {
  return rule(idOf(route, "deleted"), async (check) => {
    const { merchant } = await givenReached(check, route);
    // Do not use the vendor on this route before, as a cache could remember it.
    const reach = (acct: string): Promise<Answer> => sendAbout(check, route, { merchant, acct });
    check.expect(await reach(await givenDeletedVendor(check, merchant, reach))).toAnswer(403);
    const live = merchant.own ? await ifPossible(() => givenDeletedLiveVendor(check, merchant)) : null;
    if (live === null) return;
    const answer = await reach(live);
    check.expect(answer).toAnswer(403, 401);
    check.observe("cross-mode-foreign", `deleted: ${answer.status}`);
  });
}

/** The same request succeeds for the merchant's own vendor. No condition of the other vendor changes its answer. */
function forbidsForeign(route: Route): RuleCheck {
  return rule(idOf(route, "foreign"), async (check) => {
    const { merchant } = await givenReached(check, route);
    for (const acct of [await givenForeignVendor(check), ...(await givenOddForeignVendors(check))])
      check.expect(await sendAbout(check, route, { merchant, acct })).toAnswer(403);
  });
}

/**
 * Compares the status and the raw body for unreachable vendors with those for another marketplace's vendor. Records headers that differ.
 */
function answersAlike(route: Route): RuleCheck {
  return rule(idOf(route, "answers-are-identical"), { untraced: true }, async (check) => {
    const { acct, merchant } = await givenReached(check, route);
    const model = await sendAbout(check, route, { merchant, acct: await givenForeignVendor(check) });
    if (NO_ANSWER_STATUSES.includes(model.status)) check.succeeded(model);
    const compare = async (id: string, cause: string): Promise<void> => {
      const answer = await sendAbout(check, route, { merchant, acct: id });
      check.expect(answer).toAnswer(model.status);
      check.expect
        .that("the body for a vendor out of reach", bytesOf(answer), answer)
        .toSatisfy(
          `the same bytes if it is ${cause} as if it is another marketplace's: ${bytesOf(model)}`,
          (bytes) => bytes === bytesOf(model),
        );
      observeHeaders(check, { answer, model, cause });
    };
    const deleted = await deletedVendorOrNull(check, merchant, (own) =>
      sendAbout(check, route, { merchant, acct: own }),
    );
    if (deleted !== null) await compare(deleted, "deleted");
    for (const [cause, ids] of [
      ["malformed", malformedFor(route)],
      ["unknown", unknownIds(PREFIX, { like: acct })],
    ] as const) {
      await check.property({
        effort: 0.2,
        from: ids,
        classesOf: ids.classesOf,
        holds: (id) => compare(id, cause),
      });
    }
  });
}

/** The same request succeeds for a test vendor of the same merchant. */
function refusesMode(route: Route): RuleCheck {
  return rule(idOf(route, "of-live-vendor"), async (check) => {
    const { merchant } = await givenReached(check, route);
    check
      .expect(await sendAbout(check, route, { merchant, acct: await givenLiveVendor(check, merchant) }))
      .toAnswer(401);
  });
}

/** The test key reaches this vendor, and the live key is valid on another route. */
function refusesLiveKey(route: Route): RuleCheck {
  return rule(idOf(route, "of-test-vendor"), async (check) => {
    const { acct, merchant } = await givenReached(check, route);
    // A missing activation may be reported before the wrong mode.
    const liveKey = await givenLiveActivation(check, merchant);
    check.expect(await sendAbout(check, route, { merchant, acct, key: liveKey })).toAnswer(401);
  });
}

/** Bytes as text, one character per byte. */
function bytesOf(answer: Answer): string {
  return Buffer.from(answer.bytes).toString("latin1");
}

/** Headers that differ between any two answers. */
const VOLATILE = ["date", "connection", "keep-alive", "transfer-encoding", "content-length"];

function observeHeaders(
  check: Check,
  { answer, model, cause }: { answer: Answer; model: Answer; cause: string },
): void {
  const names = new Set(
    [...(answer.exchange.answer?.headers ?? []), ...(model.exchange.answer?.headers ?? [])].map(([name]) =>
      name.toLowerCase(),
    ),
  );
  for (const name of names) {
    if (VOLATILE.includes(name)) continue;
    if (answer.headers(name).join() !== model.headers(name).join()) {
      check.observe("target-header-bytes", `${name} differs for vendors that are ${cause}`);
    }
  }
}
