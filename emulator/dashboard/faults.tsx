import { preparedOutcomes } from "../areas/common/outcomes.ts";
import { outageOf, outages, services } from "../areas/common/outages.ts";
import { eventFaultEffects } from "../traffic/event-faults.ts";
import { routeFaultEffects } from "../traffic/faults.ts";
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
      <Outages view={view} />
      <NewFault view={view} />
      <ActiveFaults view={view} />
    </>
  );
}

/** The prepared outcomes of the next payments and payouts. */
function Prepared({ view }: { view: View }) {
  const { state, merchant } = view;
  const prepared = state.find(preparedOutcomes, "account", merchant.id);
  return (
    <Live id="prepared" title="Prepared" text="How the next payments and payouts end, in this order.">
      <Table
        label="Prepared outcomes"
        columns={["Of", "Outcomes"]}
        empty="Nothing is prepared."
        rows={prepared.map(({ id, outcomes: next }) => [
          <Linked view={view} text={id.slice(merchant.id.length + 1)} />,
          `${next.slice(0, 10).join(", ")}${next.length > 10 ? ` and ${next.length - 10} more` : ""}`,
        ])}
      />
    </Live>
  );
}

/** The services, and whether each is down for the merchant. */
function Outages({ view }: { view: View }) {
  const { state, merchant } = view;
  return (
    <Live id="outages" title="Outages" text="Services that the API depends on, for this merchant.">
      <Table
        label="Outages"
        columns={["Service", "State", ""]}
        empty=""
        rows={services.map((service) => {
          const isDown = state.get(outages, outageOf(merchant.id, service).id) !== undefined;
          const act = isDown
            ? { operation: "endOutage", params: { service }, label: "End outage" }
            : { operation: "declareOutage", body: { service }, label: "Take down" };
          return [
            service,
            isDown ? <span class="tag bad">down</span> : <span class="tag good">up</span>,
            <ActButton view={view} {...act} about={service} />,
          ];
        })}
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
        columns={["Fault", "Effect", "Meets", "Times", "Share", { amount: "Met" }, ""]}
        empty="None."
        rows={view.traffic.faults.list().map((fault) => {
          const what =
            "operationId" in fault ? fault.operationId : "event" in fault ? fault.event : undefined;
          return [
            <Id view={view} id={fault.id} />,
            <Tag status={fault.effect} />,
            what ?? "everything",
            fault.times === undefined ? "all" : String(fault.times),
            fault.rate === undefined ? "each" : String(fault.rate),
            String(fault.met),
            <ActButton
              view={view}
              operation="removeRouteFault"
              params={{ id: fault.id }}
              label="Remove"
              about={fault.id}
            />,
          ];
        })}
      />
    </Live>
  );
}
