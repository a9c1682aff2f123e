import type { LoggedRequest } from "../traffic/request-log.ts";
import { at, Id, Json, Live, Table, Time } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";

function Status(props: { request: LoggedRequest }) {
  const { answer, fault } = props.request;
  const kind = fault !== undefined || answer.status >= 400 ? "bad" : "good";
  return (
    <>
      <span class={`tag ${kind}`}>{answer.status}</span> {fault ?? ""}
    </>
  );
}

/** The requests of the merchant, and those that named no merchant. */
export function Requests(props: { view: View }) {
  const { view } = props;
  const all = view.traffic.log
    .latest({ most: 1_000 })
    .filter(
      ({ accountId, mode }) =>
        accountId === undefined || (accountId === view.merchant.id && mode === view.mode),
    )
    .slice(0, 100);
  return (
    <Live id="requests" text="The latest 100, the newest first. Keys are never recorded.">
      <Table
        label="Requests"
        columns={["Request", "At (UTC)", "Asked", "Operation", "Answer", { amount: "Time" }]}
        empty="No request yet."
        rows={all.map((request) => [
          <a class="id" href={linkTo(view, `requests/${request.id}`)}>
            {request.id}
          </a>,
          <Time of={request.at} />,
          <code>
            {request.method} {request.path.slice(0, 120)}
          </code>,
          request.operationId ?? "no route",
          <Status request={request} />,
          `${request.durationMs} ms`,
        ])}
      />
    </Live>
  );
}

/** One request with its body and its answer. */
export function Request(props: { view: View; request: LoggedRequest }) {
  const { view, request } = props;
  const { answer } = request;
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
          <dt>Answer</dt>
          <dd>
            <Status request={request} />
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
