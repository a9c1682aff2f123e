import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedOperations } from "../../spec/json.ts";
import { type Dict, load, type Subject } from "./tools.ts";

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: {
      readonly host: readonly string[];
      readonly port?: string;
      readonly path: readonly string[];
    };
    readonly body?: { readonly raw?: string };
  };
}

interface Converted {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly Item[] } }[];
}

interface Converter {
  convertV2(
    input: { readonly type: "string"; readonly data: string },
    options: Dict,
    done: (error: Error | null, result: Converted) => void,
  ): void;
}

const OPTIONS = {
  includeWebhooks: true,
  folderStrategy: "Tags",
  parametersResolution: "Example",
  requestParametersResolution: "Example",
  exampleParametersResolution: "Example",
};

/**
 * Converts the contract into a Postman collection, `postman.json`. Checks that each operation is at its own host with its example as body,
 * and that each webhook has its example.
 */
export async function postman({ contract, json, folder }: Subject): Promise<readonly string[]> {
  const converter = (await load("openapi-to-postmanv2")) as Converter;
  const data = readFileSync(json, "utf8");
  const { result, reason, output } = await new Promise<Converted>((resolve, reject) =>
    converter.convertV2({ type: "string", data }, OPTIONS, (error, converted) =>
      error === null ? resolve(converted) : reject(error),
    ),
  );
  const collection = output?.[0]?.data;
  if (!result || collection === undefined) return [reason ?? "nothing was converted"];
  writeFileSync(join(folder, "postman.json"), JSON.stringify(collection, null, 1));
  return [...operations(contract, collection.item), ...webhooks(contract, collection.item)];
}

function requestsIn(items: readonly Item[]): readonly Required<Pick<Item, "name" | "request">>[] {
  return items.flatMap(({ name, request, item }) => [
    ...(request === undefined ? [] : [{ name, request }]),
    ...requestsIn(item ?? []),
  ]);
}

function operations(contract: Dict, items: readonly Item[]): readonly string[] {
  const found = requestsIn(items.filter(({ name }) => name !== "Webhooks"));
  const documented = documentedOperations(contract);
  const lacking = documented.flatMap(({ operation, method, path }) => {
    const own = found.find(
      ({ name, request }) => name === operation["summary"] && request.method === method.toUpperCase(),
    );
    if (own === undefined) return [`${method} ${path} is not in the collection`];
    const { host, port, path: steps } = own.request.url;
    const server = (operation["servers"] as { url: string }[] | undefined)?.[0]?.url;
    const address = port === undefined ? host.join(".") : `http://${host.join(".")}:${port}`;
    return [
      ...(address === (server ?? "{{baseUrl}}") ? [] : [`${method} ${path} goes to ${address}`]),
      ...(`/${steps.join("/")}`.replace(/:(\w+)/g, "{$1}") === path
        ? []
        : [`${path} is /${steps.join("/")}`]),
      ...exampleOf(operation, own.request.body?.raw).map((fault) => `${method} ${path}: ${fault}`),
    ];
  });
  return found.length === documented.length ? lacking : [...lacking, `${found.length} requests`];
}

function webhooks(contract: Dict, items: readonly Item[]): readonly string[] {
  const found = requestsIn(items.filter(({ name }) => name === "Webhooks"));
  return Object.entries(contract["webhooks"] as Record<string, { post: Dict }>).flatMap(
    ([type, { post }]) => {
      const own = found.find(({ name }) => name === post["summary"]);
      if (own === undefined) return [`${type} is not in the collection`];
      return exampleOf(post, own.request.body?.raw).map((fault) => `${type}: ${fault}`);
    },
  );
}

/** A finding if a body in the collection is not the first example of the contract. */
function exampleOf(operation: Dict, raw: string | undefined): readonly string[] {
  const body = operation["requestBody"] as { content: Record<string, { examples?: Dict }> } | undefined;
  const example = Object.values(body?.content["application/json"]?.examples ?? {})[0] as
    { readonly value: unknown } | undefined;
  if (example === undefined) return [];
  const isSame = raw !== undefined && JSON.stringify(JSON.parse(raw)) === JSON.stringify(example.value);
  return isSame ? [] : [`the body is ${raw ?? "absent"}`];
}
