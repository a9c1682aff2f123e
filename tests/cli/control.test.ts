import { afterAll, expect, test } from "vitest";
import { serving } from "../local-server.ts";
import { startIntentsServer } from "../harness/intents-server.ts";
import { folderWith, inThisProcess } from "./command-line.ts";

/** The answers of controls to GET, by path. */
const answers: Readonly<Record<string, readonly [number, string, string]>> = {
  "/absent": [404, "application/json", '{"message":"not found"}'],
  "/page": [200, "text/html; charset=utf-8", "<html>Welcome</html>"],
  "/other": [200, "application/json", '{"operation":["createMerchant"]}'],
  "/broken": [500, "text/plain", "failed"],
  "/null": [200, "application/json", "null"],
  "/empty": [204, "text/plain", ""],
};

const server = await startIntentsServer((answer) => answer);
const control = await serving((request, response) => {
  const [status, type, body] = answers[request.url ?? ""] ?? [404, "text/plain", ""];
  response.writeHead(status, { "content-type": type }).end(body);
});
afterAll(() => Promise.all([server.close(), control.close()]));

/** How a command ends beside a profile that names a control URL, or a control module. */
const endOf = (command: string, line: string, module = "") =>
  inThisProcess(command, {
    folder: folderWith({
      "payconform.yaml": `target:\n  baseUrl: ${server.url}\n  ${line}\n`,
      "control.mjs": module,
    }),
    env: { PAYCONFORM_KEY: server.key },
  });

const RUN = "run --no-allure --rules payment-intents/retrieve-payment-intent-is-served";

test.each([
  ["/absent", "404 with application/json"],
  ["/page", "200 with text/html"],
  ["/other", "200 with application/json"],
  ["/broken", "500 with text/plain"],
  ["/null", "200 with application/json"],
  ["/empty", "204 with nothing"],
])("an invalid control (%s) ends a run with 2", async (path, answered) => {
  const ended = await endOf(RUN, `controlUrl: ${control.url}${path}`);
  expect(ended.stderr).toContain(
    `target.controlUrl: ${control.url}${path} does not list its operations: it answered ${answered}`,
  );
  expect(ended.stderr).toContain('control must answer GET on that URL with {"operations": [...]}');
  expect(ended.code).toBe(2);
});

test("a control module without operations is valid", async () => {
  const module = "export default () => Response.json({ operations: [] });";
  const ended = await endOf(RUN, "controlModule: ./control.mjs", module);
  expect(ended.stderr).toBe("");
  expect(ended.code).toBe(0);
});
