import { expect, test } from "vitest";
import { judgeUrl } from "../harness/judge-url.ts";
import { serving } from "../local-server.ts";

test("a 401 without the message is shown with the request that it answers, not with missing routes", async () => {
  await using server = await serving(({ url, headers }, response) => {
    const served = { "/v1/disbursements": 400, "/v1/payment-intents": 200 }[url ?? ""] ?? 404;
    const status = served !== 404 && headers.authorization === undefined ? 401 : served;
    const body = { 200: { id: "pi_1", accountId: "acct_1" }, 401: { error: "Unauthorized" } }[status];
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(body ?? { message: "not found" }));
  });
  const id = "authentication/unauthorized-message-on-some-route";
  const { results } = await judgeUrl({
    profile: { target: { baseUrl: server.url } },
    testKey: "sk_test_0123456789abcdef",
    patterns: [id],
  });
  const { verdict, violation, transcript } = results.get(id) ?? {};
  expect([verdict, violation?.expected, violation?.actual]).toEqual([
    "violated",
    'the message of the 401s to be "Unauthorized" on at least one route',
    "it is [null]",
  ]);
  const shown = transcript?.find(({ sequence }) => sequence === violation?.exchange);
  expect(shown).toMatchObject({ method: "POST", url: `${server.url}/v1/disbursements`, status: 401 });
});
