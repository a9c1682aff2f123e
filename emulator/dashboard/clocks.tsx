import { customers } from "../areas/customers/record.ts";
import { subscriptions } from "../areas/billing/records.ts";
import { type TestClock, testClocks } from "../areas/test-clocks/record.ts";
import { wallClock } from "../kernel/timeline.ts";
import { ActButton, ActForm, at, Card, Field, Id, Ids, Live, Tag } from "./elements.tsx";
import { ownRows, type View } from "./frame.tsx";
import { Timers } from "./timers.tsx";

/** The range of a slider, days. */
const REACH = 400;
/** The most timers per clock and the most test clocks on a page. */
const MOST = { timers: 25, clocks: 30 };

function Slider({ id, from }: { id: string; from: number }) {
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

function OneClock({ view, clock }: { view: View; clock: TestClock }) {
  const { state } = view;
  const { id, name, status, frozenTime } = clock;
  const attached = [...state.find(subscriptions, "clock", id), ...state.find(customers, "clock", id)];
  return (
    <Card title={name ?? "Test clock"}>
      <Live id={`ahead-${id}`}>
        <p class="small">
          <Id view={view} id={id} /> <Tag status={status} /> shows {at(frozenTime)} (UTC)
        </p>
        <p class="small soft">
          <Ids view={view} ids={attached.map((one) => one.id)} />
        </p>
        <Timers
          view={view}
          label={`Ahead on ${id}`}
          timers={state.timeline.waiting(id).slice(0, MOST.timers)}
          now={frozenTime}
          moveTo={(time) => ({
            operation: "advanceTestClock",
            params: { id },
            body: { frozenTime: new Date(time).toISOString() },
            label: "Go there",
            about: at(time),
          })}
        />
      </Live>
      <ActForm view={view} operation="advanceTestClock" params={{ id }} body={{ from: String(frozenTime) }}>
        <Slider id={id} from={frozenTime} />
        <button class="main">Advance</button>
      </ActForm>
      <ActButton view={view} operation="deleteTestClock" params={{ id }} label="Delete" about={id} />
    </Card>
  );
}

/** The merchant's wall clock and its test clocks, with what is due next on each. */
export function Clocks({ view }: { view: View }) {
  const { state, merchant, mode, now, isStill } = view;
  return (
    <>
      <section class="card" id="wall">
        <h2>Wall clock</h2>
        <Live
          id="wall-ahead"
          text={`It shows ${at(now).slice(0, 16)} (UTC), and ${isStill ? "stands still" : "runs"}.`}
        >
          <Timers
            view={view}
            label="Due next on the wall clock"
            timers={state.timeline.waiting(wallClock(merchant.id)).slice(0, MOST.timers)}
            moveTo={(time) => ({
              operation: "moveWallClock",
              body: { to: new Date(time).toISOString() },
              label: "Go there",
              about: at(time),
            })}
          />
        </Live>
        <ActForm view={view} operation="moveWallClock" body={{ from: String(now) }}>
          <Slider id="wall" from={now} />
          <button class="main">Move forward</button>
        </ActForm>
      </section>
      {ownRows(view, testClocks)
        .slice(0, MOST.clocks)
        .map((clock) => (
          <OneClock view={view} clock={clock} />
        ))}
      {mode === "live" ? (
        <p class="soft">Test clocks belong to the test environment.</p>
      ) : (
        <Card title="New test clock">
          <ActForm view={view} operation="createTestClock">
            <Field label="Name" name="body.name" />
            <Field label="Begins at" name="body.frozenTime" value={new Date(now).toISOString()} required />
            <button>Create</button>
          </ActForm>
        </Card>
      )}
    </>
  );
}
