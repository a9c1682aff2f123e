import type { Binding, Description, Handler, Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { rewriting } from "./parts/variant.ts";

/** The ports of the profile, each changed. */
const rebound =
  (change: (binding: Binding, name: string) => Binding) =>
  (usual: Description): Description => ({
    ...usual,
    ports: Object.fromEntries(
      Object.entries(usual.ports).map(([name, binding]) => [name, change(binding, name)]),
    ),
  });

/** Requests below one path that are meant for another. */
const below =
  (from: string, to: string) =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${from}/`) && url.pathname !== from) return handler(request);
    url.pathname = `${to}${url.pathname.slice(from.length)}`;
    return handler(new Request(url, request));
  };

const WRAPPED = /^\/v1\/(subscriptions|invoices|customers)\/?/;
const OUTPUTS = ["Subscription", "retryPayment", "changeQuantity", "Invoice", "createCustomer"];

const isWrapped = (name: string): boolean =>
  !name.startsWith("checkout") && !name.startsWith("list") && OUTPUTS.some((word) => name.includes(word));

/** What a profile tells of undocumented operations, told otherwise (§2.12, §4.9, §6). */
export const bindingVariants: readonly Variant[] = [
  {
    id: "subscriptions-under-a-member",
    ambiguities: ["subscription-fields"],
    what: "Subscriptions, invoices and customers stand under a member",
    alone: true,
    wrap: (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const lists = request.method === "GET" && /^\/v1\/(invoices|customers|subscriptions)$/.test(pathname);
      if (!WRAPPED.test(pathname) || lists) return handler(request);
      return rewriting(handler, (body, status) => (status < 300 && isObject(body) ? { it: body } : body))(
        request,
      );
    },
    describe: rebound((binding, name) =>
      isWrapped(name) && binding.outputs !== undefined
        ? {
            ...binding,
            outputs: Object.fromEntries(
              Object.entries(binding.outputs).map(([output, pointer]) => [output, `/it${pointer}`]),
            ),
          }
        : binding,
    ),
  },
  {
    id: "agreements-and-bills",
    ambiguities: ["subscription-routes"],
    what: "Subscriptions are acted upon as agreements, invoices as bills",
    alone: true,
    wrap: (handler) =>
      below("/v1/agreements", "/v1/subscriptions")(below("/v1/bills", "/v1/invoices")(handler)),
    describe: rebound((binding) => ({
      ...binding,
      path: binding.path
        .replace(/^\/v1\/subscriptions(?=\/)/, "/v1/agreements")
        .replace(/^\/v1\/invoices/, "/v1/bills"),
    })),
  },
  {
    id: "endpoints-registered-elsewhere",
    ambiguities: ["webhook-endpoints"],
    what: "Endpoints are registered by another route, which tells their identifier otherwise",
    alone: true,
    wrap: (handler) =>
      below(
        "/v1/notify",
        "/v1/webhook-endpoints",
      )((request) =>
        rewriting(handler, (body) =>
          request.method === "POST" &&
          request.url.includes("/webhook-endpoints") &&
          isObject(body) &&
          "id" in body
            ? { endpoint: { ref: body["id"] } }
            : body,
        )(request),
      ),
    describe: rebound((binding, name) => ({
      ...binding,
      path: binding.path.replace(/^\/v1\/webhook-endpoints/, "/v1/notify"),
      ...(name === "registerWebhookEndpoint" ? { outputs: { endpointId: "/endpoint/ref" } } : {}),
    })),
  },
  {
    id: "endpoints-by-control-alone",
    ambiguities: ["webhook-endpoints"],
    what: "Endpoints are set up in the dashboard, and by control",
    alone: true,
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/webhook-endpoints")
        ? Response.json({ message: "Route not found" }, { status: 404 })
        : handler(request),
    describe: (usual) => ({
      ...usual,
      ports: Object.fromEntries(
        Object.entries(usual.ports).filter(([name]) => !name.endsWith("WebhookEndpoint")),
      ),
    }),
  },
];
