import { type LocalServer, onBody, serving } from "../local-server.ts";

/** The servers of docs/first-run.md. */
export type ServerKind = "half" | "web" | "locked";

const KEY = "sk_test_half";

function json(status: number, body: unknown): Reply {
  return { status, type: "application/json", body: JSON.stringify(body) };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** One route and the refusal of wrong keys, as in a first version of a server. */
function half(request: { route: string; authorization: string; text: string }, number: number): Reply {
  if (request.route !== "POST /v1/payment-intents") return json(404, { message: "Route not found" });
  if (request.authorization !== `Bearer ${KEY}`) return json(401, { message: "Unauthorized" });
  let body: { readonly amount?: unknown; readonly currency?: unknown } | null;
  try {
    body = JSON.parse(request.text) as { amount?: unknown } | null;
  } catch {
    return json(400, { message: "Invalid JSON" });
  }
  const id = `pi_${number}`;
  const { amount, currency } = body ?? {};
  const environment = "test";
  return json(201, { id, clientSecret: `${id}_secret`, amount, currency, status: "pending", environment });
}

/** Starts a server on a free port of this machine. */
export async function startServer(kind: ServerKind): Promise<LocalServer & { readonly key: string }> {
  let number = 0;
  const server = await serving((request, response) =>
    onBody(request, (sent) => {
      const text = sent.toString();
      const route = `${request.method ?? ""} ${request.url ?? ""}`;
      const authorization = request.headers.authorization ?? "";
      const replies = {
        half: () => half({ route, authorization, text }, (number += 1)),
        web: () => ({ status: 200, type: "text/html", body: "<html>hello</html>" }),
        locked: () => json(401, { message: "Unauthorized" }),
      };
      const { status, type, body } = replies[kind]();
      response.writeHead(status, { "content-type": type }).end(body);
    }),
  );
  return { ...server, key: KEY };
}
