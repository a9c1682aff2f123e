import type { Examples } from "../examples/index.ts";
import { resolve } from "../../spec/json.ts";
import { codesOf, codesList, refusalSchema } from "./refusals.ts";
import { type Dict, openPointsIn, publicSchema } from "./schemas.ts";
import type { OperationWords, Words } from "./words.ts";

const KEPT = ["operationId", "summary", "tags", "security", "servers", "parameters", "requestBody"];

/** Schemas of the judge's contract and those that replace them in the public one. */
const REPLACED: Readonly<Record<string, string>> = {
  UnauthorizedMessage: "Unauthorized",
  AccountForbidden: "Forbidden",
  AllocationForbidden: "Forbidden",
  WithdrawalForbidden: "Forbidden",
  Refusal: "HeaderRefusal",
};

interface Context {
  readonly words: Words;
  readonly document: Dict;
  readonly examples: Examples;
}

type Named = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** An operation of the judge's contract in public form. */
export function publicOperation(operation: Dict, context: Context): Dict {
  const { words, document } = context;
  const id = String(operation["operationId"]);
  const own = words.operations[id];
  if (own === undefined) throw new Error(`spec/openapi/public/operations.yaml does not describe ${id}`);
  const open = openPointsIn(document, operation);
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => (operation[name] === undefined ? [] : [[name, operation[name]]])),
  );
  return {
    ...kept,
    description: own.description,
    ...(kept["parameters"] === undefined
      ? {}
      : {
          parameters: (kept["parameters"] as Dict[]).map((parameter) =>
            publicParameter(id, parameter, context),
          ),
        }),
    ...(kept["requestBody"] === undefined ? {} : { requestBody: requestBody(operation, context) }),
    responses: responses(operation, own, context),
    ...(open.length === 0 ? {} : { "x-open-points": open }),
  };
}

/** A webhook in public form. Its title is its name, and its `type` is constant. */
export function publicWebhook(type: string, { post }: { post: Dict }, context: Context): Dict {
  const { words, document, examples } = context;
  const description = words.events[type];
  if (description === undefined)
    throw new Error(`spec/openapi/public/operations.yaml does not describe ${type}`);
  const { requestBody: body, ...rest } = withoutExtensions(post);
  const media = (body as { content: { "application/json": { schema: Dict } } }).content["application/json"];
  const named: Named = namedExamples(
    examples.events
      .filter((event) => event.type === type)
      .map(({ body: value }) => ({ summary: titleOf(value, String(post["summary"])), value })),
  );
  const typed = { type: "object", properties: { type: { const: type } } };
  const isConnect = post["x-event-family"] === "connect";
  const constant = isConnect ? { type: "object", properties: { event: typed } } : typed;
  const open = openPointsIn(document, post);
  return {
    post: {
      ...rest,
      summary: type,
      description,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { allOf: [publicSchema(media.schema, { schema: "", path: [] }, context), constant] },
            examples: named,
          },
        },
      },
      ...(open.length === 0 ? {} : { "x-open-points": open }),
    },
  };
}

function titleOf(body: unknown, summary: string): string {
  const status = (body as { data?: Dict }).data?.["status"];
  return typeof status === "string" ? `${summary} (${status})` : summary;
}

/** A parameter of an operation in public form, with the first value that was sent to the emulator as its example. */
function publicParameter(operation: string, parameter: Dict, context: Context): Dict {
  const { words, examples, document } = context;
  const plain = withoutExtensions(resolve(document, parameter));
  const name = String(plain["name"]);
  const description = words.fields[`${operation}.${name}`] ?? plain["description"];
  const sent = examples.exchanges
    .filter((exchange) => exchange.operation === operation && exchange.status < 300)
    .map(({ parameters }) => parameters[name.toLowerCase()])
    .find((value) => value !== undefined);
  if (sent === undefined) throw new Error(`no example of ${operation} sends ${name}`);
  const schema = publicSchema(plain["schema"] as Dict, { schema: "", path: [] }, context);
  return { ...plain, description, schema, example: schema["type"] === "integer" ? Number(sent) : sent };
}

function withoutExtensions(value: Dict): Dict {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}

function requestBody(operation: Dict, { examples }: Context): Dict {
  const body = operation["requestBody"] as Dict & { content: { "application/json": Dict } };
  const named = namedExamples(
    examples.exchanges
      .filter(
        ({ operation: id, status, request }) =>
          id === operation["operationId"] && status < 300 && request !== undefined,
      )
      .map(({ summary, request }) => ({ summary, value: request })),
  );
  const media = { ...body.content["application/json"], examples: named };
  return { ...body, content: { "application/json": media } };
}

function responses(operation: Dict, own: OperationWords, context: Context): Dict {
  const id = String(operation["operationId"]);
  const found: Dict = {};
  for (const [status, raw] of Object.entries(operation["responses"] as Record<string, Dict>)) {
    const response = resolve(context.document, raw);
    const codes =
      status === "2XX" ? (response["content"] === undefined ? [200, 204] : [200, 201]) : [Number(status)];
    for (const code of codes)
      found[code] =
        code < 300
          ? success(id, { code, response, own }, context)
          : refusal(id, code, { ...response, name: String(raw["$ref"]).split("/").at(-1) }, context);
  }
  return found;
}

function success(
  id: string,
  { code, response, own }: { code: number; response: Dict; own: OperationWords },
  context: Context,
): Dict {
  const { words, examples } = context;
  const description = String(response["description"]);
  const links = (own.links ?? []).map(({ operation, parameter, from = "/id" }) => [
    operation,
    {
      operationId: operation,
      description: words.operations[operation]?.description.split(". ")[0]?.replace(/\.?$/, ".") ?? "",
      ...(parameter === undefined ? {} : { parameters: { [parameter]: `$response.body#${from}` } }),
    },
  ]);
  const schema = schemaOf(response);
  const shown = examples.exchanges.filter(({ operation, status }) => operation === id && status < 300);
  const named = namedExamples(shown.map(({ summary, response: value }) => ({ summary, value })));
  const narrowed = words.refinements.find(({ operation }) => operation === id)?.schema;
  const plain =
    schema === undefined || code === 204
      ? undefined
      : narrowed === undefined
        ? publicSchema(schema, { schema: "", path: [] }, context)
        : { $ref: `#/components/schemas/${narrowed}` };
  return {
    description,
    ...(plain === undefined ? {} : { content: { "application/json": { schema: plain, examples: named } } }),
    ...(links.length === 0 ? {} : { links: Object.fromEntries(links) }),
  };
}

function refusal(id: string, code: number, response: Dict, context: Context): Dict {
  const { words, examples } = context;
  const schema = schemaOf(response);
  const meaning = words.refusals[`${id} ${code}`] ?? words.refusals[String(response["name"])];
  if (meaning === undefined) throw new Error(`spec/openapi/public/refusals.yaml lacks ${id} ${code}`);
  const description = `${meaning}${codesList(codesOf(id, code, words))}`;
  if (schema === undefined) return { description };
  const isHeader = code === 400 && String(schema["$ref"]).endsWith("/Refusal");
  const coded = isHeader ? undefined : refusalSchema(id, code, words);
  const name = (schema["$ref"] as string | undefined)?.split("/").at(-1) ?? "";
  const own = REPLACED[name] === undefined ? schema : { $ref: `#/components/schemas/${REPLACED[name]}` };
  const isShown = (status: number): boolean =>
    status === code || (code === 400 && status === 422) || (code === 422 && status === 400);
  const all = examples.exchanges.filter(({ operation, status }) => operation === id && isShown(status));
  const exact = all.filter(({ status }) => status === code);
  const shown = exact.length > 0 ? exact : all;
  const named = namedExamples(shown.map(({ summary, response: value }) => ({ summary, value })));
  return {
    description,
    content: {
      "application/json": {
        schema: coded ?? publicSchema(own, { schema: "", path: [] }, context),
        examples: named,
      },
    },
  };
}

function schemaOf(response: Dict): Dict | undefined {
  const content = response["content"] as { "application/json"?: { schema?: Dict } } | undefined;
  return content?.["application/json"]?.schema;
}

/** Examples by name, which is derived from the title. */
function namedExamples(examples: readonly { summary: string; value: unknown }[]): Named {
  const named = new Map<string, { summary: string; value: unknown }>();
  for (const example of examples) {
    const name = example.summary.replace(/[^A-Za-z0-9_.]+/g, "-").replace(/^-|-$/g, "");
    if (!named.has(name)) named.set(name, example);
  }
  return Object.fromEntries(named);
}
