import type { Examples } from "../examples/index.ts";
import { documentedOperations, pointed, resolve } from "../../spec/json.ts";
import { codesOf, codesList, refusalSchema } from "./refusals.ts";
import { type Dict, NOWHERE, openPointsIn, publicSchema } from "./schemas.ts";
import type { Words } from "./words.ts";

const KEPT = [
  "operationId",
  "summary",
  "description",
  "tags",
  "security",
  "servers",
  "parameters",
  "requestBody",
];

/** Where a response has the id of the object that it is about. */
const IDS = ["/id", "/testClock/id", "/data/0/id"];

interface Context {
  readonly words: Words;
  readonly document: Dict;
  readonly examples: Examples;
}

type Named = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** An operation of the judge's contract in public form. */
export function publicOperation(operation: Dict, context: Context): Dict {
  const id = String(operation["operationId"]);
  const open = openPointsIn(context.document, operation);
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => (operation[name] === undefined ? [] : [[name, operation[name]]])),
  );
  return {
    ...kept,
    ...(kept["parameters"] === undefined
      ? {}
      : {
          parameters: (kept["parameters"] as Dict[]).map((parameter) =>
            publicParameter(id, parameter, context),
          ),
        }),
    ...(kept["requestBody"] === undefined ? {} : { requestBody: requestBody(operation, context) }),
    responses: responses(operation, context),
    ...(open.length === 0 ? {} : { "x-open-points": open }),
  };
}

/** A webhook in public form. Its title is its name, and its `type` is constant. */
export function publicWebhook(type: string, { post }: { post: Dict }, context: Context): Dict {
  const { document, examples } = context;
  const { requestBody: body, ...rest } = withoutExtensions(post);
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
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { allOf: [publicSchema(schemaOf(body as Dict) ?? {}, NOWHERE, context), constant] },
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
  const { examples, document } = context;
  const plain = withoutExtensions(resolve(document, parameter));
  const name = String(plain["name"]);
  const sent = examples.exchanges
    .filter((exchange) => exchange.operation === operation && exchange.status < 300)
    .map(({ parameters }) => parameters[name.toLowerCase()])
    .find((value) => value !== undefined);
  if (sent === undefined) throw new Error(`no example of ${operation} sends ${name}`);
  const schema = publicSchema(plain["schema"] as Dict, NOWHERE, context);
  return { ...plain, schema, example: schema["type"] === "integer" ? Number(sent) : sent };
}

function withoutExtensions(value: Dict): Dict {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}

function requestBody(operation: Dict, { examples }: Context): Dict {
  const body = operation["requestBody"] as { content: { "application/json": Dict } };
  const named = namedExamples(
    examples.exchanges
      .filter(
        ({ operation: id, status, request }) =>
          id === operation["operationId"] && status < 300 && request !== undefined,
      )
      .map(({ summary, request }) => ({ summary, value: request })),
  );
  return {
    ...body,
    content: { "application/json": { ...body.content["application/json"], examples: named } },
  };
}

function responses(operation: Dict, context: Context): Dict {
  const id = String(operation["operationId"]);
  const found: Dict = {};
  for (const [status, raw] of Object.entries(operation["responses"] as Record<string, Dict>)) {
    const response = resolve(context.document, raw);
    const codes =
      status === "2XX" ? (response["content"] === undefined ? [200, 204] : [200, 201]) : [Number(status)];
    for (const code of codes)
      found[code] =
        code < 300 ? success(operation, { code, response }, context) : refusal(id, code, response, context);
  }
  return found;
}

function success(
  operation: Dict,
  { code, response }: { code: number; response: Dict },
  context: Context,
): Dict {
  const { words, examples } = context;
  const id = String(operation["operationId"]);
  const schema = schemaOf(response);
  const shown = examples.exchanges.filter(({ operation: of, status }) => of === id && status < 300);
  const narrowed = words.refinements.find(({ operation: of }) => of === id)?.schema;
  const plain =
    schema === undefined || code === 204
      ? undefined
      : narrowed === undefined
        ? publicSchema(schema, NOWHERE, context)
        : { $ref: `#/components/schemas/${narrowed}` };
  const links = ((operation["x-links"] ?? []) as readonly string[]).map((linked) => [
    linked,
    link(linked, shown[0]?.response, context),
  ]);
  return {
    description: response["description"],
    ...(plain === undefined ? {} : { content: media(plain, shown) }),
    ...(links.length === 0 ? {} : { links: Object.fromEntries(links) }),
  };
}

/** A link to an operation that takes the id in a response. `example`: such a response. */
function link(operationId: string, example: unknown, { document }: Context): Dict {
  const linked = documentedOperations(document).find(
    ({ operation }) => operation["operationId"] === operationId,
  );
  if (linked === undefined) throw new Error(`x-links names ${operationId}, which is no operation`);
  const [sentence] = String(linked.operation["description"]).split(". ");
  const parameter = /\{(\w+)\}/.exec(linked.path)?.[1];
  const pointer = IDS.find((one) => pointed(example, one) !== undefined);
  return {
    operationId,
    description: sentence?.replace(/\.?$/, "."),
    ...(parameter === undefined ? {} : { parameters: { [parameter]: `$response.body#${pointer}` } }),
  };
}

function refusal(id: string, code: number, response: Dict, context: Context): Dict {
  const { words, examples } = context;
  const schema = schemaOf(response);
  const description = `${String(response["description"])}${codesList(codesOf(id, code, words))}`;
  if (schema === undefined) return { description };
  const isShown = (status: number): boolean =>
    status === code || (code === 400 && status === 422) || (code === 422 && status === 400);
  const all = examples.exchanges.filter(({ operation, status }) => operation === id && isShown(status));
  const exact = all.filter(({ status }) => status === code);
  const plain = publicSchema(refusalSchema(schema, id, code, words), NOWHERE, context);
  return { description, content: media(plain, exact.length > 0 ? exact : all) };
}

function media(schema: Dict, shown: Examples["exchanges"]): Dict {
  const examples = namedExamples(shown.map(({ summary, response: value }) => ({ summary, value })));
  return { "application/json": { schema, examples } };
}

/** The schema of a body. */
export function schemaOf(response: Dict): Dict | undefined {
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
