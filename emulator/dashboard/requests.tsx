import type { LoggedRequest } from "../traffic/request-log.ts";
import { at, Id, idsIn, Json, List, Status, Time } from "./elements.tsx";
import { pageAddressIn } from "../http/page-addresses.ts";
import { linkTo, type View } from "./frame.tsx";

/** The requests of the merchant, and those that named no merchant. */
export function Requests(props: { view: View }) {
  const { view } = props;
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
      columns={["Request", "At (UTC)", "Asked", "Operation", "Answer", { amount: "Time" }]}
      empty="No request yet."
      rows={all}
      row={(request) => [
        <a class="id" href={linkTo(view, `requests/${request.id}`)}>
          {request.id}
        </a>,
        <Time of={request.at} />,
        <code>
          {request.method} {request.path.slice(0, 120)}
        </code>,
        request.operationId ?? "no route",
        <Status status={request.answer.status} fault={request.fault} />,
        `${request.durationMs} ms`,
      ]}
    />
  );
}

/** One request with its body and its answer. */
export function Request(props: { view: View; request: LoggedRequest }) {
  const { view, request } = props;
  const { answer } = request;
  const concerns = idsIn([request.path, request.body, answer.body]).slice(0, 30);
  const page = pageAddressIn(answer.body);
  return (
    <>
      <section class="card">
        <dl>
          <dt>Request</dt>
          <dd>
            <code>
              {request.method} {request.path}
            </code>
          </dd>
          <dt>Host</dt>
          <dd>{request.host}</dd>
          <dt>Operation</dt>
          <dd>{request.operationId ?? "no route"}</dd>
          <dt>At (UTC)</dt>
          <dd>
            {at(request.at)}, {request.durationMs} ms
          </dd>
          {request.accountId === undefined ? (
            ""
          ) : (
            <>
              <dt>Merchant</dt>
              <dd>
                <Id view={view} id={request.accountId} /> ({request.mode})
              </dd>
            </>
          )}
          {request.idempotencyKey === undefined ? (
            ""
          ) : (
            <>
              <dt>Idempotency key</dt>
              <dd>
                <code>{request.idempotencyKey}</code>
              </dd>
            </>
          )}
          {request.faultId === undefined ? (
            ""
          ) : (
            <>
              <dt>Fault</dt>
              <dd>
                <Id view={view} id={request.faultId} />
              </dd>
            </>
          )}
          {concerns.length === 0 ? (
            ""
          ) : (
            <>
              <dt>Why</dt>
              <dd>
                {concerns.map((id) => (
                  <>
                    <Id view={view} id={id} />{" "}
                  </>
                ))}
              </dd>
            </>
          )}
          {page === undefined ? (
            ""
          ) : (
            <>
              <dt>Page</dt>
              <dd>
                <a href={page}>{page}</a>
              </dd>
            </>
          )}
          <dt>Answer</dt>
          <dd>
            <Status status={request.answer.status} fault={request.fault} />
          </dd>
        </dl>
      </section>
      <div class="grid">
        <section class="card">
          <h2>Body</h2>
          <Json view={view} value={request.body} />
        </section>
        <section class="card">
          <h2>Answer</h2>
          <Json view={view} value={answer.body ?? answer.raw} />
        </section>
      </div>
    </>
  );
}
