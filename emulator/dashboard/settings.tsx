import { connectModes, settingsOf } from "../areas/connect/settings.ts";
import { cadences, payoutSchedules } from "../areas/connect/records.ts";
import { apiKeys, merchants } from "../kernel/merchants.ts";
import { ActButton, ActForm, Card, Choice, Field, Id, List, Live, Table, Time } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";

/** A key that can be recognized but not used. */
const masked = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`;

/** The merchant: keys, Connect, payout schedule; and all merchants. */
export function Settings({ view }: { view: View }) {
  const { state, merchant } = view;
  const { connectMode } = settingsOf(state, merchant.id);
  const schedule = state.get(payoutSchedules, merchant.id);
  return (
    <>
      <div class="grid wide">
        <Live id="keys" title="Keys" text="A new key is shown once; the old one is invalid from then on.">
          <Table
            label="Keys"
            empty="No key."
            records={state.find(apiKeys, "account", merchant.id)}
            columns={[
              ["Environment", ({ caller }) => caller.mode],
              ["Key", ({ id }) => <code>{masked(id)}</code>],
              [
                "",
                ({ caller: { mode } }) => (
                  <ActButton
                    view={view}
                    operation="regenerateKey"
                    body={{ mode }}
                    label="Regenerate"
                    about={`${mode} key`}
                  />
                ),
              ],
            ]}
          />
        </Live>
        <Live id="connect" title="Connect" text="Once it is activated, the mode never changes.">
          {connectMode === null ? (
            <ActForm view={view} operation="activateConnect">
              <Choice label="Mode" name="body.connectMode" options={connectModes} />
              <button>Activate</button>
            </ActForm>
          ) : (
            <p class="figure">{connectMode}</p>
          )}
        </Live>
        <Live id="schedule" title="Payout schedule" text="How often vendors are paid out automatically.">
          <p>
            {schedule === undefined
              ? "Not configured."
              : `${schedule.cadence ?? "no cadence"}, ${schedule.enabled ? "enabled" : "disabled"}`}
          </p>
          <ActForm view={view} operation="replacePayoutSchedule">
            <Choice
              label="Cadence"
              name="body.cadence"
              options={cadences}
              chosen={schedule?.cadence ?? undefined}
            />
            <Choice
              label="State"
              name="boolean.enabled"
              options={[
                ["true", "enabled"],
                ["false", "disabled"],
              ]}
              chosen={String(schedule?.enabled ?? true)}
            />
            <button>Save</button>
          </ActForm>
        </Live>
      </div>
      <List
        view={view}
        id="merchants"
        title="Merchants"
        thing="merchant"
        order="the oldest first"
        empty=""
        records={state.all(merchants)}
        columns={[
          ["Account", ({ id }) => <Id view={view} id={id} />],
          ["Name", ({ name }) => name],
          ["Country", ({ country }) => country],
          ["Currency", ({ currency }) => currency],
          ["Connect", ({ id }) => settingsOf(state, id).connectMode ?? "off"],
          ["Created (UTC)", ({ createdAt }) => <Time of={createdAt} />],
          [
            "",
            (one) => (
              <a href={linkTo({ merchant: one, mode: view.mode }, "")} aria-label={`Open ${one.name}`}>
                Open
              </a>
            ),
          ],
        ]}
      />
      <Card title="New merchant">
        <ActForm view={view} operation="createMerchant">
          <Field label="Name" name="body.name" required />
          <Field label="Country" name="body.country" value="CG" />
          <Field label="Funds" name="number.funds" type="number" min={0} value="1000000" />
          <button>Create</button>
        </ActForm>
      </Card>
    </>
  );
}
