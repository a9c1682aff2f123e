import {
  call,
  during,
  inOrder,
  loses,
  MERCHANT,
  pause,
  readsAgain,
  testRule,
  UNKNOWN_KEY,
} from "./history.ts";

const entries = (...ids: readonly string[]) => ids.map((id) => ({ id }));

const createRemittance = { operation: "createRemittance" };
const listRemittances = { operation: "listRemittances" };
const numbered = (total: unknown, ...ids: readonly string[]) => ({
  data: entries(...ids),
  meta: { total, page: 1 },
});
const lists = (...answer: Parameters<typeof numbered>) => call(listRemittances, numbered(...answer));
const two = inOrder(...["rem_1", "rem_2"].map((id) => call(createRemittance, { id })));
const late = { first: inOrder(two, lists(1, "rem_1"), pause(1_001)), consistencyMs: 1_000 };

testRule("remittances/lists-are-whole", {
  first: two,
  // The account may have had others before, and others may use it.
  violatedAlone: {
    "a total that is too small": lists(1, "rem_1"),
    "a total that is too large": lists(3, "rem_1", "rem_2", "rem_3"),
    "a member that is missing": lists(2, "rem_1", "rem_3"),
    "a member twice": lists(2, "rem_1", "rem_1"),
  },
  permitted: {
    "all, in another order": lists(2, "rem_2", "rem_1"),
    "a total as text": lists("2", "rem_2", "rem_1"),
    "a part": lists(2, "rem_2"),
    "no total": call(listRemittances, { data: entries("rem_9") }),
    "the last page after it": call(listRemittances, {
      ...{ data: entries("rem_1", "rem_2"), meta: { total: 2, page: 2, limit: 10 } },
    }),
    "those of the other mode": call({ ...listRemittances, key: MERCHANT.live }, numbered(0)),
    "those with an unknown key": call({ ...listRemittances, key: UNKNOWN_KEY }, numbered(9)),
    "one whose answer was lost": [
      loses(createRemittance),
      lists(2, "rem_1", "rem_2"),
      lists(3, "rem_1", "rem_2", "rem_3"),
    ],
    "one that is created at the same time": during(
      listRemittances,
      [numbered(2, "rem_1", "rem_2")],
      during(createRemittance, [{ id: "rem_3" }], lists(3, "rem_1", "rem_2", "rem_3")),
    ),
  },
});
testRule("remittances/lists-are-whole", {
  ...late,
  violated: { "a list that stays short when it is read again": readsAgain(numbered(1, "rem_1")) },
  permitted: { "a list that is late": readsAgain(numbered(2, "rem_1", "rem_2")) },
});

const createVendor = { operation: "createAccount" };
const made = (id: string) => call(createVendor, { id }, 201);
const page = (next: string | null, ...ids: readonly string[]) => ({
  ...{ object: "list", data: entries(...ids), has_more: next !== null, next_cursor: next },
});
const shows = (...answer: Parameters<typeof page>) => call({ operation: "listAccounts" }, page(...answer));
const showsAfter = (after: string, ...answer: Parameters<typeof page>) =>
  call({ operation: "listAccounts", query: { after } }, page(...answer));
const deletes = call({ control: "deleteVendor", path: { id: "acct_3" } });
const showsFour = shows(null, "acct_0", "acct_1", "acct_2", "acct_3");

const listClocks = (answer: unknown) => call({ operation: "listTestClocks" }, answer);

testRule("test-clocks/lists-are-whole", {
  first: inOrder(
    ...["clock_1", "clock_2", "clock_3"].map((id) => call({ operation: "createTestClock" }, { id })),
    call({ operation: "deleteTestClock", path: { id: "clock_3" } }),
  ),
  violatedAlone: {
    "a member that is missing": listClocks(entries("clock_1")),
    "a member twice": listClocks({ data: entries("clock_1", "clock_2", "clock_2") }),
  },
  permitted: {
    all: listClocks({ clocks: entries("clock_2", "clock_1"), total: 2 }),
    "a part, with a cursor": listClocks({ data: entries("clock_1"), next: "clock_1" }),
    "a part, with a total": listClocks({ data: entries("clock_1"), meta: { total: 2 } }),
    "a part that a parameter chooses": call(
      { operation: "listTestClocks", query: { page: "2" } },
      { data: entries("clock_1") },
    ),
    "ten, which may be a page": listClocks(entries(..."0123456789")),
  },
});

testRule("vendors/lists-are-whole", {
  first: inOrder(made("acct_1"), made("acct_2"), made("acct_3")),
  violatedAlone: {
    "pages on which one is missing": [shows("c", "acct_3"), showsAfter("c", null, "acct_1")],
    "pages on which one is twice": [
      shows("c", "acct_3", "acct_2"),
      showsAfter("c", null, "acct_2", "acct_1"),
    ],
    "nothing follows what has more": [shows("c", "acct_3", "acct_2", "acct_1"), showsAfter("c", null)],
  },
  permitted: {
    "a filter": call({ operation: "listAccounts", query: { state: "x" } }, page(null, "acct_1")),
    "a deleted one, which may be listed or not": [
      deletes,
      shows(null, "acct_1", "acct_2"),
      shows(null, "acct_1", "acct_2", "acct_3"),
    ],
    "a creation that moves one to the second page": [
      shows("2", "acct_3", "acct_2"),
      made("acct_4"),
      showsAfter("2", null, "acct_2", "acct_1"),
    ],
    "a deletion that moves one to the first page": [
      shows("2", "acct_3", "acct_2"),
      deletes,
      showsAfter("2", null),
    ],
    "a vendor that control created": [call({ control: "createVendor" }, { acct: "acct_0" }, 201), showsFour],
    "one that control may have created, without an answer": [loses({ control: "createVendor" }), showsFour],
    "one that a creation without an answer may have made": [loses(createVendor), showsFour],
  },
});
