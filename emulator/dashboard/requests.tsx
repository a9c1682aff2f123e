import { pageAddressIn } from "../http/page-addresses.ts";
import { Details } from "../pages/html.tsx";
import type { LoggedRequest } from "../traffic/logs.ts";
import {
  Asked,
  at,
  Card,
  Id,
  Ids,
  idsIn,
  Json,
  Linked,
  List,
  RequestLink,
  Status,
  Time,
} from "./elements.tsx";
import type { View } from "./frame.tsx";

/** The most hints on a page. */
const MOST_HINTS = 50;

/** The requests of the merchant, and those without a known key. */
export function Requests({ view }: { view: View }) {
  const all = view.traffic.log
    .latest({ most: 1_000 })
    .filter(
      ({ accountId, mode }) =>
        accountId === undefined || (accountId === view.merchant.id && mode === view.mode),
    );
  const hints = view.hints.all(view.merchant.id);
  return (
    <>
      {hints.length > 0 && (
        <Card title="Hints">
          <p class="soft small">What was answered as documented, but surely not meant.</p>
          <ul>
            {hints.slice(0, MOST_HINTS).map(({ about, text }) => (
              <li>
                <Linked view={view} text={about} />: {text}
              </li>
            ))}
          </ul>
        </Card>
      )}
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
          ["Answer", ({ answer, fault }) => <Status status={answer.status} fault={fault} />],
          ["Asked", (request) => <Asked {...request} />],
          ["Operation", ({ operationId }) => operationId ?? "no route"],
          ...(all.some((request) => request.case !== undefined)
            ? [["Case", (request: LoggedRequest) => request.case] as const]
            : []),
          [{ amount: "Time" }, ({ durationMs }) => `${durationMs} ms`],
        ]}
      />
    </>
  );
}

/** One request with its body and its answer. */
export function Request({ view, request }: { view: View; request: LoggedRequest }) {
  const { method, path, host, operationId, accountId, mode, idempotencyKey, faultId, answer } = request;
  const concerns = idsIn([path, request.body, answer.body]).slice(0, 30);
  const page = pageAddressIn(answer.body);
  const hints = view.hints.ofRequest(request);
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
            ["Hints", hints.length > 0 ? hints.map(({ text }) => text).join("; ") : undefined],
            ["Case", request.case && <code>{request.case}</code>],
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
