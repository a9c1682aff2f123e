import { expect, test } from "vitest";
import type { Exchange } from "../../harness/http/answer.ts";
import { whatShows } from "../../harness/judge/observations.ts";
import { exchanged } from "./exchanged.ts";

let sequence = 0;

function sent(request: string, status: number, body = "{}", operation = "createAllocation"): Exchange {
  const [method = "", path = ""] = request.split(" ");
  sequence += 1;
  return exchanged({
    ...{ sequence, operation },
    request: { method, url: new URL(path, "http://target.test") },
    answer: { status, body },
  });
}

const CREATE = "POST /v1/connect/allocations";
const event = { arrival: 3 } as never;

function shown(value: string, exchanges: readonly Exchange[], events: readonly never[] = []): unknown {
  const found = whatShows(value, { seen: { exchanges, events }, operations: ["createAllocation"] });
  return { exchanges: found.exchanges.map((one) => exchanges.indexOf(one)), events: found.events };
}

test("the newest request of the question with the observed status shows it, not a later one", () => {
  const all = [sent(CREATE, 422), sent(CREATE, 201), sent("GET /v1/other", 422, "{}", "listAccounts")];
  expect(shown("422, amount undefined", all)).toEqual({ exchanges: [0], events: [] });
  expect(shown("the requested amount", all)).toEqual({ exchanges: [1], events: [] });
});

test("each part of a value has a request of its own, in the order in which they were sent", () => {
  const all = [422, 201, 422, 200].map((status) => sent(CREATE, status));
  expect(shown("zero: 422; negative: 422", all)).toEqual({ exchanges: [0, 2], events: [] });
  expect(shown("1: 422; 2: 422; 3: 201; 4: 200; 5: 200", all)).toEqual({
    exchanges: [0, 1, 2, 3],
    events: [],
  });
});

test("a code, a path or a parameter in the value selects the request that has it", () => {
  const codes = [
    sent(CREATE, 409, '{"code":"E_DUPLICATE_OPERATION"}'),
    sent(CREATE, 409, '{"code":"other"}'),
  ];
  expect(shown("409 E_DUPLICATE_OPERATION", codes)).toEqual({ exchanges: [0], events: [] });
  const routes = [sent("GET /v1/sessions/nothing", 401), sent("GET /v1/sessions", 401)];
  expect(shown("GET /v1/sessions/nothing: message", routes)).toEqual({ exchanges: [0], events: [] });
  const pages = [sent("GET /v1/remittance?limit=101", 400), sent("GET /v1/remittance?limit=1", 400)];
  expect(shown("limit=101: 400; limit=1: 400", pages)).toEqual({ exchanges: [0, 1], events: [] });
});

test("where no request of the question was sent, the last event shows it, or else the last request", () => {
  const other = [sent("POST /v1/clocks/1/advance", 200, "{}", "advanceClock")];
  expect(shown("unpaid", other, [event])).toEqual({ exchanges: [], events: [event] });
  expect(shown("unpaid", other)).toEqual({ exchanges: [0], events: [] });
  expect(shown("unpaid", [])).toEqual({ exchanges: [], events: [] });
});
