import { day } from "../areas/billing/calendar.ts";
import { customers } from "../areas/customers/record.ts";
import { subscriptions } from "../areas/subscriptions/record.ts";
import { testClocks } from "../areas/test-clocks/record.ts";
import { ownerOf } from "../kernel/merchants.ts";
import { type Timer, wallClock } from "../kernel/timeline.ts";
import { ActButton, ActForm, at, Field, Id, Live, Table, Tag, Time } from "./elements.tsx";
import type { View } from "./frame.tsx";
import { timerName } from "./timers.ts";

/** The days that a slider reaches. */
const REACH = 400;

function Ahead(props: { view: View; timers: readonly Timer[]; label: string }) {
  const { view, timers, label } = props;
  return (
    <Table
      label={label}
      columns={["Due (UTC)", "What", "Of"]}
      empty="Nothing is waiting."
      rows={timers
        .slice(0, 25)
        .map((timer) => [
          <Time of={timer.at} />,
          timerName(timer.kind),
          <Id view={view} id={timer.subject} />,
        ])}
    />
  );
}

function Slider(props: { id: string; from: number }) {
  const { id, from } = props;
  return (
    <label class="slider">
      Days ahead <output id={`${id}-to`}>+30 days</output>
      <input
        type="range"
        name="days"
        min={1}
        max={REACH}
        value={30}
        data-from={String(from)}
        data-shown={`${id}-to`}
      />
    </label>
  );
}

/** The merchant's wall clock and its test clocks, with what is due next on each. */
export function Clocks(props: { view: View }) {
  const { view } = props;
  const { state, merchant, mode, now } = view;
  const clocks = state.find(testClocks, "owner", ownerOf(view.owner));
  return (
    <>
      <section class="card" id="wall">
        <h2>Wall clock</h2>
        <Live
          id="wall-ahead"
          text={`It shows ${at(now).slice(0, 16)} (UTC), and ${view.isStill ? "stands still" : "runs"}.`}
        >
          <Ahead
            view={view}
            timers={state.timeline.waiting(wallClock(merchant.id))}
            label="Due next on the wall clock"
          />
        </Live>
        <ActForm view={view} operation="moveWallClock" body={{ from: String(now) }}>
          <Slider id="wall" from={now} />
          <button class="main">Move forward</button>
        </ActForm>
      </section>
      {clocks
        .toReversed()
        .slice(0, 30)
        .map((clock) => (
          <section class="card">
            <h2>{clock.name ?? "Test clock"}</h2>
            <Live id={`ahead-${clock.id}`}>
              <p class="small">
                <Id view={view} id={clock.id} /> <Tag status={clock.status} /> shows {at(clock.frozenTime)}{" "}
                (UTC)
              </p>
              <p class="small soft">
                {state.find(subscriptions, "clock", clock.id).map(({ id }) => (
                  <>
                    <Id view={view} id={id} />{" "}
                  </>
                ))}
                {state.find(customers, "clock", clock.id).map(({ id }) => (
                  <>
                    <Id view={view} id={id} />{" "}
                  </>
                ))}
              </p>
              <Ahead view={view} timers={state.timeline.waiting(clock.id)} label={`Ahead on ${clock.id}`} />
            </Live>
            <ActForm
              view={view}
              operation="advanceTestClock"
              params={{ id: clock.id }}
              body={{ from: String(clock.frozenTime) }}
            >
              <Slider id={clock.id} from={clock.frozenTime} />
              <button class="main">Advance</button>
            </ActForm>
            <ActButton
              view={view}
              operation="deleteTestClock"
              params={{ id: clock.id }}
              label="Delete"
              about={clock.id}
            />
          </section>
        ))}
      {mode === "live" ? (
        <p class="soft">Test clocks belong to the test environment.</p>
      ) : (
        <section class="card">
          <h2>New test clock</h2>
          <ActForm view={view} operation="createTestClock">
            <Field label="Name" name="body.name" />
            <Field label="Begins at" name="body.frozenTime" value={new Date(now).toISOString()} required />
            <button>Create</button>
          </ActForm>
        </section>
      )}
    </>
  );
}

/** The time that many days after another. */
export const daysAfter = (from: number, days: number): string => new Date(from + days * day).toISOString();
