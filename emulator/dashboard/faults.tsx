import { preparedOutcomes } from "../areas/common/outcomes.ts";
import { isDown as isServiceDown, type Service, services } from "../areas/common/outages.ts";
import { magicColumns, magicValues } from "../magic-values.ts";
import { eventFaultEffects } from "../traffic/event-faults.ts";
import { isUsedUp, routeFaultEffects } from "../traffic/faults.ts";
import { ActButton, ActForm, Card, Choice, Field, Id, Linked, Live, Table, Tag } from "./elements.tsx";
import type { View } from "./frame.tsx";

const outcomes = [
  ["setNextPaymentOutcome", "Payments", ["declined", "approved"]],
  ["setNextDisbursementOutcome", "Disbursements", ["failed", "canceled", "succeeded"]],
  ["setNextRemittanceOutcome", "Remittances", ["failed", "canceled", "processing", "pending", "succeeded"]],
] as const;

/** The view of prepared outcomes, outages, and faults of requests and events. */
export function Faults({ view }: { view: View }) {
  return (
    <>
      <div class="grid">
        {outcomes.map(([operation, name, choices]) => (
          <Card title={name}>
            <ActForm view={view} operation={operation}>
              <Choice label="The next end as" name="body.outcome" options={choices} />
              <Field label="Times" name="number.times" type="number" value="1" min={1} max={1000} />
              <button>Prepare</button>
            </ActForm>
          </Card>
        ))}
      </div>
      <Prepared view={view} />
      {view.hasMagic && <Magic />}
      <Outages view={view} />
      <NewFault view={view} />
      <ActiveFaults view={view} />
    </>
  );
}

/** The prepared outcomes of the next payments and payouts. */
function Prepared({ view }: { view: View }) {
  const { state, merchant } = view;
  return (
    <Live id="prepared" title="Prepared" text="How the next payments and payouts end, in this order.">
      <Table
        label="Prepared outcomes"
        empty="Nothing is prepared."
        records={state.find(preparedOutcomes, "account", merchant.id)}
        columns={[
          ["Of", ({ id }) => <Linked view={view} text={id.slice(merchant.id.length + 1)} />],
          [
            "Outcomes",
            ({ outcomes: next }) =>
              `${next.slice(0, 10).join(", ")}${next.length > 10 ? ` and ${next.length - 10} more` : ""}`,
          ],
        ]}
      />
    </Live>
  );
}

/** The phone numbers and amounts that decide outcomes. */
const Magic = () => (
  <Card title="Magic values">
    <p class="soft small">
      A payment or payout of such a number or amount ends so, unless its outcome was prepared. The number
      decides before the amount.
    </p>
    <Table label="Magic values" empty="" records={magicValues} columns={magicColumns} />
  </Card>
);

/** The services, and whether each is down for the merchant. */
function Outages({ view }: { view: View }) {
  const { state, merchant } = view;
  const isDown = (service: Service): boolean => isServiceDown(state, merchant.id, service);
  return (
    <Live id="outages" title="Outages" text="Services that the API depends on, for this merchant.">
      <Table
        label="Outages"
        empty=""
        records={services}
        columns={[
          ["Service", (service) => service],
          [
            "State",
            (service) =>
              isDown(service) ? <span class="tag bad">down</span> : <span class="tag good">up</span>,
          ],
          [
            "",
            (service) => {
              const act = isDown(service)
                ? { operation: "endOutage", params: { service }, label: "End outage" }
                : { operation: "declareOutage", body: { service }, label: "Take down" };
              return <ActButton view={view} {...act} about={service} />;
            },
          ],
        ]}
      />
    </Live>
  );
}

/** A form that adds a fault. */
function NewFault({ view }: { view: View }) {
  return (
    <Card title="New fault">
      <p class="soft small">
        Disturbs requests or the delivery of events. Leave a field empty for all requests, all times, every
        one.
      </p>
      <ActForm view={view} operation="addRouteFault" body={{ accountId: view.merchant.id }}>
        <Choice label="Effect" name="body.effect" options={[...routeFaultEffects, ...eventFaultEffects]} />
        <Choice
          label="Operation"
          name="body.operationId"
          options={[["", "every operation"], ...view.operationIds.map((id) => [id, id] as const)]}
        />
        <Field label="Event" name="body.event" placeholder="every event" />
        <Field label="Times" name="number.times" type="number" min={1} />
        <Field label="Share" name="number.rate" type="number" min={0} max={1} step="any" />
        <Field label="Status" name="number.status" type="number" placeholder="500" />
        <Field label="Delay, ms" name="number.delayMs" type="number" min={0} />
        <button class="main">Add</button>
      </ActForm>
    </Card>
  );
}

/** The faults of all merchants. */
function ActiveFaults({ view }: { view: View }) {
  return (
    <Live id="faults" title="Active faults" text="For all merchants.">
      <Table
        label="Active faults"
        empty="None."
        records={view.traffic.faults.list().filter((fault) => !isUsedUp(fault))}
        columns={[
          ["Fault", ({ id }) => <Id view={view} id={id} />],
          ["Effect", ({ effect }) => <Tag status={effect} />],
          [
            "Meets",
            (fault) =>
              ("operationId" in fault ? fault.operationId : "event" in fault ? fault.event : undefined) ??
              "everything",
          ],
          ["Times", ({ times = "all" }) => String(times)],
          ["Share", ({ rate = "each" }) => String(rate)],
          [{ amount: "Met" }, ({ met }) => String(met)],
          [
            "",
            ({ id }) => (
              <ActButton view={view} operation="removeRouteFault" params={{ id }} label="Remove" about={id} />
            ),
          ],
        ]}
      />
    </Live>
  );
}
