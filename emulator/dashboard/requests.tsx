import { pageAddressIn } from "../http/page-addresses.ts";
import { Details } from "../pages/html.tsx";
import type { LoggedRequest } from "../traffic/logs.ts";
import { Asked, at, Card, Id, Ids, idsIn, Json, List, RequestLink, Status, Time } from "./elements.tsx";
import type { View } from "./frame.tsx";

/** The requests of the merchant, and those without a known key. */
export function Requests({ view }: { view: View }) {
  const all = view.traffic.log
    .latest({ most: 1_000 })
    .filter(
      ({ accountId, mode }) =>
        accountId === undefined || (accountId === view.merchant.id && mode === view.mode),
    );
  return (
    <List
      view={view}
      id="requests"
      thing="request"
      text=" The log keeps the latest 1,000 requests of all merchants. It never contains a key."
      empty="No request yet."
      records={all}
      columns={[
        ["Request", ({ id }) => <RequestLink view={view} id={id} />],
        ["At (UTC)", (request) => <Time of={request.at} />],
        ["Asked", (request) => <Asked {...request} />],
        ["Operation", ({ operationId }) => operationId ?? "no route"],
        ["Answer", ({ answer, fault }) => <Status status={answer.status} fault={fault} />],
        [{ amount: "Time" }, ({ durationMs }) => `${durationMs} ms`],
      ]}
    />
  );
}

/** One request with its body and its answer. */
export function Request({ view, request }: { view: View; request: LoggedRequest }) {
  const { method, path, host, operationId, accountId, mode, idempotencyKey, faultId, answer } = request;
  const concerns = idsIn([path, request.body, answer.body]).slice(0, 30);
  const page = pageAddressIn(answer.body);
  return (
    <>
      <section class="card">
        <Details
          entries={[
            ["Request", <code>{`${method} ${path}`}</code>],
            ["Host", host],
            ["Operation", operationId ?? "no route"],
            ["At (UTC)", `${at(request.at)}, ${request.durationMs} ms`],
            ["Merchant", accountId && [<Id view={view} id={accountId} />, ` (${mode})`]],
            ["Idempotency key", idempotencyKey && <code>{idempotencyKey}</code>],
            ["Fault", faultId && <Id view={view} id={faultId} />],
            ["Why", concerns.length > 0 ? <Ids view={view} ids={concerns} /> : undefined],
            ["Page", page && <a href={page}>{page}</a>],
            ["Answer", <Status status={answer.status} fault={request.fault} />],
          ]}
        />
      </section>
      <div class="grid">
        <Card title="Body">
          <Json view={view} value={request.body} />
        </Card>
        <Card title="Answer">
          <Json view={view} value={answer.body ?? answer.raw} />
        </Card>
      </div>
    </>
  );
}
