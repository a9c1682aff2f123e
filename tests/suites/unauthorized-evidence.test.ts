import { expect, test } from "vitest";
import { judgeUrl } from "../harness/judge-url.ts";
import { serving } from "../local-server.ts";

const ID = "authentication/create-disbursement-unauthorized-body";

/** Answers 401 with this body to every request without a key, and to others as `served` says, by path. */
async function judgedOn(body: unknown, served: Readonly<Record<string, number>>) {
  await using server = await serving(({ url, headers }, response) => {
    const found = served[url ?? ""] ?? 404;
    const status = headers.authorization === undefined ? 401 : found;
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(status === 401 ? body : { message: "not found" }));
  });
  const { results } = await judgeUrl({
    profile: { target: { baseUrl: server.url } },
    testKey: "sk_test_0123456789abcdef",
    patterns: [ID],
  });
  return { url: server.url, result: results.get(ID) };
}

test("a 401 with another body is shown with the request that it answers", async () => {
  const { url, result } = await judgedOn({ error: "Unauthorized" }, { "/v1/disbursements": 400 });
  const { verdict, violation, transcript } = result ?? {};
  expect([verdict, violation?.expected, violation?.actual]).toEqual([
    "violated",
    'message to be "Unauthorized"',
    "it is absent",
  ]);
  const shown = transcript?.find(({ sequence }) => sequence === violation?.exchange);
  expect(shown).toMatchObject({ method: "POST", url: `${url}/v1/disbursements`, status: 401 });
});

test("other members beside the documented one are permitted", async () => {
  const body = { message: "Unauthorized", hint: "Send a secret key" };
  expect((await judgedOn(body, { "/v1/disbursements": 400 })).result?.verdict).toBe("passed");
});

test("the 401 of a route that is not there is not judged", async () => {
  const { result } = await judgedOn({ error: "Unauthorized" }, {});
  expect([result?.verdict, result?.needs]).toEqual([
    "could_not_run",
    [expect.objectContaining({ id: "route.createDisbursement" })],
  ]);
});
