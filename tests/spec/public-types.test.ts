import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, it } from "vitest";
import { acceptedBy } from "../../emulator/hints/accepted.ts";
import { createParts } from "../../emulator/index.ts";
import { createOperations } from "../../emulator/operations.ts";
import { readPublicContract } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";
import { additionsText } from "../../scripts/public/additions.ts";

const USE = `
import type { components, operations, webhooks } from "./contract";
type Body<Id extends keyof operations, Status extends keyof operations[Id]["responses"]> =
  operations[Id]["responses"][Status] extends { content: { "application/json": infer Json } } ? Json : never;
export const made: Body<"createPaymentIntent", 200>["amount"] = 5000;
export const payout: components["schemas"]["Disbursement"]["status"] = "processing";
export const code = (refusal: Body<"createAllocation", 409>): "E_IDEMPOTENCY_CONFLICT" | "E_DUPLICATE_OPERATION" => refusal.code;
export type Paid = webhooks["invoice.paid"]["post"]["requestBody"]["content"]["application/json"];
export const name = (event: Paid): "invoice.paid" => event.type;
`;

/** What the compiler reports of two files, with every check of `strict`. */
function complaints(files: Readonly<Record<string, string>>): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    // What the contract does not use, and what TypeScript itself brings, is not read and not checked.
    lib: ["lib.es2022.d.ts"],
    skipDefaultLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const readFile = host.readFile.bind(host);
  host.fileExists = (name) => name in files || fileExists(name);
  host.readFile = (name) => files[name] ?? readFile(name);
  const usual = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) =>
    files[name] === undefined
      ? usual(name, language, ...rest)
      : ts.createSourceFile(name, files[name], ts.ScriptTarget.ES2022);
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

it("the public contract gives types that compile strictly and distinguish codes, states and events", async () => {
  const types = astToString(await openapiTS(JSON.stringify(readPublicContract()), { silent: true }));
  const wrong = USE.replace('"processing"', '"lost"');
  expect(complaints({ "/contract.ts": types, "/use.ts": USE, "/wrong.ts": wrong })).toEqual([
    expect.stringContaining('"lost"'),
  ]);
}, 60_000);

it("the routes that the emulator adds are described completely, with types of their own", async () => {
  const text = await additionsText(readPublicContract());
  const document = JSON.parse(text) as Parameters<typeof documentedOperations>[0];
  const idsIn = (of: typeof document): readonly unknown[] =>
    documentedOperations(of).map(({ operation }) => operation["operationId"]);
  const served = createOperations(createParts()).map(({ operationId }) => operationId);
  expect([...idsIn(document), ...idsIn(readPublicContract())].sort()).toEqual(served.toSorted());
  expect(Object.keys(acceptedBy(createParts())).filter((id) => !served.includes(id))).toEqual([]);
  const use = `
import type { components, operations } from "./added";
type Refund = components["schemas"]["Refund"];
type Asked = NonNullable<operations["createCustomer"]["requestBody"]>["content"]["application/json"];
export const amount = (refund: Refund): number => refund.amount;
export const name = (customer: components["schemas"]["Customer"]): string | null => customer.name;
export const asked: Asked = { email: "awa@example.com" };
`;
  const wrong = use.replace('"awa@example.com"', "5");
  const types = astToString(await openapiTS(text, { silent: true }));
  expect(complaints({ "/added.ts": types, "/use.ts": use, "/wrong.ts": wrong })).toEqual([
    expect.stringContaining("number"),
  ]);
}, 60_000);
