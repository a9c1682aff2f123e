import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { soon } from "../shared/reading.ts";

type Dict = Readonly<Record<string, unknown>>;

/** The clocks of a list, and whether the answer may be one page of several. */
export interface ListedClocks {
  readonly answer: Answer;
  readonly clocks: readonly Dict[];
  readonly partial: boolean;
}

/** From this many entries on, a list may be a page (open point `clock-list-paging`). */
const PAGE_OF_MANY = 10;

/** Lists the clocks of a merchant: the array itself, or the only array among the object's members. */
export async function listClocks(check: Check, merchant: Pick<Merchant, "api">): Promise<ListedClocks> {
  const answer = check.succeeded(await merchant.api.listTestClocks());
  const value = answer.read.kind === "json" ? answer.read.value : null;
  const { list, others, member } = parts(value);
  if (list === null) throw new Inconclusive(`${answer.what} holds no list of clocks that can be told`);
  check.observe("clock-list-envelope", member);
  const partial =
    list.length >= PAGE_OF_MANY ||
    announcesMore(others, list.length) ||
    /rel="?next/i.test(answer.headers("link").join(", "));
  return { answer, clocks: list.filter(isDict), partial };
}

/** Whether members beside a list tell of more than it holds: a flag, a cursor, a number of all, or of pages. */
function announcesMore(others: Dict, length: number): boolean {
  return Object.entries(others).some(([name, value]) => {
    if (isDict(value)) return announcesMore(value, length);
    if (typeof value === "number")
      return (/total|count/i.test(name) && value > length) || (/pages|last|next/i.test(name) && value > 1);
    return /more/i.test(name)
      ? value === true
      : /next/i.test(name) && typeof value === "string" && value !== "";
  });
}

function parts(value: unknown): { list: readonly unknown[] | null; others: Dict; member: string } {
  if (Array.isArray(value)) return { list: value, others: {}, member: "a bare array" };
  if (!isDict(value)) return { list: null, others: {}, member: "none" };
  const arrays = Object.entries(value).filter(([, inner]) => Array.isArray(inner));
  const [only] = arrays;
  if (only === undefined || (arrays.length > 1 && !Array.isArray(value["data"])))
    return { list: null, others: {}, member: "none" };
  const [member, list] = arrays.length === 1 ? only : ["data", value["data"]];
  const others = Object.fromEntries(Object.entries(value).filter(([name]) => name !== member));
  return { list: list as unknown[], others, member };
}

/** One clock of a list, by its id. */
export function clockIn({ clocks }: ListedClocks, id: string): Dict | undefined {
  return clocks.find((clock) => clock["id"] === id);
}

/**
 * The listed clock, once it shows what was acknowledged of it, or as it is when the target has had its time.
 * @throws Violation when the list is whole and the clock is not in it
 */
export async function listedClock(
  check: Check,
  merchant: Merchant,
  id: string,
  shows: (clock: Dict) => boolean = () => true,
): Promise<Dict> {
  const listed = await soon(check, {
    read: () => listClocks(check, merchant),
    holds: (list) => {
      const clock = clockIn(list, id);
      return clock === undefined ? list.partial : shows(clock);
    },
  });
  const clock = clockIn(listed, id);
  if (clock !== undefined) return clock;
  if (listed.partial)
    throw new Inconclusive(`the list may be one page of several, and the clock ${id} is not on it`);
  throw new Violation({
    expected: `the clock ${id} to be in the list`,
    actual: `the list holds ${listed.clocks.length} others`,
    exchange: listed.answer.exchange.sequence,
  });
}

/** The list once it does not hold the clock, or as it is when the target has had its time. */
export function listWithout(check: Check, merchant: Merchant, id: string): Promise<ListedClocks> {
  return soon(check, {
    read: () => listClocks(check, merchant),
    holds: (list) => clockIn(list, id) === undefined,
  });
}

/** Whether a listed clock shows a subscription or a customer. */
export const attaches =
  (name: "subscriptions" | "customers", id: string) =>
  (clock: Dict): boolean =>
    holds(clock[name], id);

/** Whether an entry of `subscriptions` or `customers` is, or has, the id (open point `clock-list-attachments`). */
export function holds(entries: unknown, id: string): boolean {
  return Array.isArray(entries) && entries.some((entry) => saysSomewhere(entry, id));
}

/** The entries are the objects, however they may be wrapped: their fields are not shown. */
function saysSomewhere(entry: unknown, id: string): boolean {
  if (typeof entry !== "object" || entry === null) return entry === id;
  return Object.values(entry).some((value) => saysSomewhere(value, id));
}

function isDict(value: unknown): value is Dict {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
