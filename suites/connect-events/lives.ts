import { isDeepStrictEqual } from "node:util";
import { type ReceivedEvent, NothingToJudge, numberOf, rule, Violation } from "../kit.ts";
import { EVENT } from "../expect/connect-events.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { type Announced, type VendorLife, vendorLives } from "../scenarios/vendor-lives.ts";

/** The events of money that moves in many ways, one after another (§6.2). */
export default [
  /** Counts all events of two vendors' lives. Funds that become available together may have one event; a refund may claw nothing back. */
  rule("connect-events/emitted-whatever-came-before", PATIENT, async (check) => {
    const lives = await vendorLives(check);
    for (const life of lives) judge(life);
    if (lives.every(({ announced }) => announced.length === 0))
      throw new NothingToJudge("no movement of money that has an event was accepted");
  }),
];

const has = (event: ReceivedEvent, members: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(members).every(([name, value]) => isDeepStrictEqual(event.data[name], value));

function judge(life: VendorLife): void {
  const { announced, recorded, plan } = life;
  const ofOne = (one: Announced): ReceivedEvent[] =>
    recorded.events.filter(
      (event) => event.type === one.type && event.account === one.acct && has(event, one.identity),
    );
  const explained = new Set<ReceivedEvent>();
  for (const one of announced) {
    const found = ofOne(one);
    const expected = announced.filter(
      ({ type, acct, identity }) =>
        type === one.type && acct === one.acct && isDeepStrictEqual(identity, one.identity),
    ).length;
    const figures = JSON.stringify({ accountId: one.acct, ...one.identity });
    if (found.length !== expected)
      throw new Violation({
        basis: found.length < expected ? "deadline" : "answer",
        expected: `${expected} ${one.type} of ${figures} by "${one.by}" in ${plan}`,
        actual: `${found.length} arrived${beside(life, one)}`,
        event: found[expected] ?? null,
      });
    for (const event of found) explained.add(event);
    const wrong = found.find((event) => !has(event, one.data));
    if (wrong !== undefined)
      throw new Violation({
        expected: `data of ${JSON.stringify(one.data)} in ${one.type} of ${figures} by "${one.by}" in ${plan}`,
        actual: `they are ${JSON.stringify(wrong.data)}`,
        event: wrong,
      });
  }
  for (const { acct } of life.vendors) {
    const of = (type: string): readonly ReceivedEvent[] =>
      recorded.events.filter((event) => event.type === type && event.account === acct);
    const clawed = of(EVENT.feeRefunded);
    const refunds = life.refunds.get(acct) ?? 0;
    if (clawed.length > refunds)
      throw new Violation({
        expected: `at most ${refunds} ${EVENT.feeRefunded} of ${acct}, one for each refund, in ${plan}`,
        actual: `${clawed.length} arrived`,
        event: clawed[refunds] ?? null,
      });
    const available = of(EVENT.fundsAvailable);
    const { least, most } = life.released.get(acct) ?? { least: 0, most: 0 };
    const total = available.reduce((sum, { data }) => sum + numberOf(data["amount"]), 0);
    if (total < least || total > most)
      throw new Violation({
        basis: total < least ? "deadline" : "answer",
        expected: `${EVENT.fundsAvailable} of ${acct} of ${least} to ${most} francs in all, in ${plan}`,
        actual: `they are of ${total}`,
        event: available.at(-1) ?? null,
      });
    for (const event of [...clawed, ...available]) explained.add(event);
  }
  const stray = recorded.events.find((event) => !explained.has(event));
  if (stray !== undefined)
    throw new Violation({
      expected: `no event without its cause in ${plan}`,
      actual: `${stray.type} arrived: ${JSON.stringify(stray.body)}`,
      event: stray,
    });
}

/** The events of the type that did arrive. */
function beside({ recorded }: VendorLife, { type }: Announced): string {
  const others = recorded.events.filter((event) => event.type === type);
  return `; those of the type: ${JSON.stringify(others.map(({ account, data }) => ({ account, data }))).slice(0, 2_000)}`;
}
