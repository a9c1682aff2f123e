import { rmSync } from "node:fs";
import { messageOf } from "../../harness/plain.ts";
import {
  createEmulator,
  createParts,
  type Emulator,
  type EmulatorAddress,
  type ListenOptions,
  type Parts,
  eventTypes,
  type FaultRule,
  SnapshotFault,
} from "../../emulator/index.ts";
import { type Beginning, beginningIn } from "../../emulator/beginning.ts";
import { type KeptState, openState } from "../../emulator/storage/kept-state.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import type { Mutant, Replace } from "../../mutants/mutant.ts";
import type { Variant } from "../../variants/variant.ts";
import { oneLine } from "../../reports/text/text.ts";
import { deliveryLine, hintLine, requestLine } from "../emulate/log-lines.ts";
import { certified } from "../emulate/authority.ts";
import { readSnapshot } from "./snapshot.ts";
import { faultOf } from "../emulate/fault.ts";
import { withSeedFile } from "../emulate/seed-file.ts";
import { writeNamedFile } from "../terminal/files.ts";
import { printAside, printJson } from "../terminal/output.ts";
import { publicContractAt, referenceAt } from "../package/public-contract.ts";
import { onceStopped } from "../runner/stop.ts";

interface EmulateArguments {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly control: boolean;
  readonly dashboard: boolean;
  readonly allowHost?: readonly string[];
  readonly allowWebhooksTo?: readonly string[];
  readonly mutant?: string;
  readonly variant?: readonly string[];
  readonly fault?: readonly string[];
  readonly signWebhooks: boolean;
  readonly magic?: boolean;
  /** A folder, or true for the default one. */
  readonly https?: string | true;
  readonly readyFile?: string;
  readonly untilStdinEnds: boolean;
  readonly log: boolean;
  readonly seedFile?: string;
  /** Epoch milliseconds. */
  readonly now?: number;
  readonly clock: "running" | "still";
  readonly state?: string;
  /** A snapshot. */
  readonly import?: string;
}

/** Starts the emulator, prints its URLs and keys as one line of JSON, and closes it on SIGTERM or SIGINT. */
export async function emulate(options: EmulateArguments): Promise<ExitCode> {
  if (options.state === "") throw new UsageError("--state needs the path of a folder");
  const parts = await partsOf(options);
  const kept = options.state === undefined ? undefined : await stateIn(options.state);
  try {
    await serve(options, emulatorFrom(options, parts, kept));
  } finally {
    await kept?.close();
  }
  return 0;
}

/** Serves an emulator until a signal stops it, then closes it. */
async function serve(options: EmulateArguments, emulator: Emulator): Promise<void> {
  try {
    for (const fault of options.fault ?? []) addFault(emulator, faultOf(fault));
    if (options.log) {
      emulator.traffic.log.onRequest((request) => {
        printAside(requestLine(request));
        for (const hint of emulator.hints.ofRequest(request)) printAside(hintLine(request, hint));
      });
      emulator.onDelivery((outcome) => printAside(deliveryLine(outcome, emulator.engine.now())));
    }
    const { allowHost = [], host, https } = options;
    const certificate = https === undefined ? undefined : certified(https, [host, ...allowHost]);
    const { close, ...access } = await listen(options, emulator, certificate?.tls);
    // The signal handlers first: a reader of the printed line may send a signal immediately.
    const ended = new Promise<void>((resolve) => {
      onceStopped(resolve);
      // A killed process cannot send a signal, but its end of the pipe closes.
      if (options.untilStdinEnds) process.stdin.once("close", resolve).resume();
    });
    if (options.port > 0) await warnOfBlockedPorts([access.paymentUrl, access.checkoutUrl]);
    const authority = certificate === undefined ? {} : { authority: certificate.authorityFile };
    const line = JSON.stringify({ ...access, ...authority, merchants: emulator.merchants });
    printJson(line);
    if (certificate !== undefined) printAside(trustLine(certificate.authorityFile));
    const { readyFile } = options;
    // It contains keys.
    if (readyFile !== undefined)
      writeNamedFile(readyFile, `${line}\n`, { flag: "--ready-file", mode: 0o600, isWhole: true });
    await ended;
    if (readyFile !== undefined) rmSync(readyFile, { force: true });
    await close();
  } finally {
    await emulator.close();
  }
}

const trustLine = (file: string): string =>
  `Clients must trust ${file}: NODE_EXTRA_CA_CERTS=${file} for Node, SSL_CERT_FILE=${file} for Python and Go, curl --cacert ${file}`;

/** Names the ports to which `fetch` and browsers do not connect, such as 6000. Other clients do. */
async function warnOfBlockedPorts(urls: readonly string[]): Promise<void> {
  const { badPorts } = await import("undici/lib/web/fetch/constants.js");
  const blocked = urls.map((address) => new URL(address).port).filter((port) => badPorts.includes(port));
  for (const port of blocked)
    printAside(`browsers and fetch refuse to connect to port ${port}: choose another --port for them`);
}

/** Makes an emulator listen and returns its addresses. @throws UsageError if it cannot listen there */
async function listen(
  options: EmulateArguments,
  emulator: Emulator,
  tls: ListenOptions["tls"],
): Promise<EmulatorAddress> {
  const { host, port, control, dashboard, allowHost: allowHosts = [] } = options;
  try {
    const checkoutPort = port === 0 ? 0 : port + 1;
    return await emulator.listen({
      host,
      port,
      checkoutPort,
      control,
      dashboard,
      allowHosts,
      ...(tls && { tls }),
    });
  } catch (error) {
    throw new UsageError(
      `${messageOf(error)}; use another --host or --port, or --port 0 for any free port ` +
        "(the checkout host uses the port after that of the payment host)",
    );
  }
}

/** Creates an emulator that continues the kept state, or starts as the options say. */
function emulatorFrom(options: EmulateArguments, parts: Parts, kept: KeptState | undefined): Emulator {
  const { seed, seedFile, now, clock, allowWebhooksTo = [], signWebhooks, magic = false } = options;
  const replaced = [options.mutant ?? [], options.variant ?? []].flat();
  const common = {
    ...(kept === undefined ? {} : { state: kept }),
    seed,
    clock: { now, isStill: clock === "still" },
    parts,
    webhooksTo: allowWebhooksTo,
    signWebhooks,
    magic,
    replaced,
    contract: publicContractAt,
    reference: referenceAt,
  };
  const before = beginningIn(kept?.found);
  const isContinued = before !== undefined;
  if (options.import !== undefined) {
    if (isContinued)
      throw new UsageError(
        `--state ${options.state} has a state, and --import would replace it; use another folder, or \`payconform snapshot import\``,
      );
    if (seedFile !== undefined || now !== undefined)
      printAside(
        `--import ${options.import} determines the merchants and the time: --seed-file and --now have no effect`,
      );
    return importing(options.import, (snapshot) => createEmulator({ ...common, snapshot }));
  }
  if (isContinued && (seedFile !== undefined || now !== undefined))
    printAside(`${options.state} continues: --seed-file and --now were for its first start`);
  if (before !== undefined) assertContinues(options, before, replaced);
  if (seedFile === undefined || isContinued) return createEmulator(common);
  return withSeedFile(seedFile, (given) => createEmulator({ ...common, given }));
}

/** Calls `make` with the snapshot in a file. @throws UsageError that names the file */
function importing<T>(file: string, make: (snapshot: unknown) => T): T {
  const snapshot = readSnapshot(file);
  try {
    return make(snapshot);
  } catch (error) {
    if (!(error instanceof SnapshotFault)) throw error;
    throw new UsageError(`--import ${file}: ${oneLine(error.message)}`);
  }
}

/** Refuses options that would change the decisions of a continued emulator. @throws UsageError that says what to use instead */
function assertContinues(
  { state, signWebhooks }: EmulateArguments,
  before: Beginning,
  replaced: readonly string[],
): void {
  const named = (ids: readonly string[]): string => (ids.length === 0 ? "none" : ids.join(", "));
  if (named(before.replaced) !== named(replaced))
    throw new UsageError(
      `--state ${state}: it began with another --mutant or --variant (${named(before.replaced)}, now ${named(replaced)}); ` +
        "name the same in the same order, or use another folder",
    );
  if (signWebhooks && !before.signWebhooks)
    throw new UsageError(
      `--state ${state}: it began without --sign-webhooks; enable it for each merchant with changeSettings, or use another folder`,
    );
}

/** Opens the state in a folder. @throws UsageError */
async function stateIn(folder: string): Promise<KeptState> {
  try {
    return await openState(folder);
  } catch (error) {
    throw new UsageError(`--state ${folder}: ${messageOf(error)}`);
  }
}

function addFault(emulator: Emulator, rule: FaultRule): void {
  const [name, what, known] =
    "operationId" in rule
      ? [rule.operationId, "operation", emulator.operationIds]
      : ["event" in rule ? rule.event : undefined, "event", eventTypes];
  if (name !== undefined && !known.includes(name))
    throw new UsageError(`--fault: "${name}" is not an ${what}; choose one of ${known.join(", ")}`);
  emulator.traffic.faults.add(rule);
}

async function partsOf({ mutant, variant = [] }: EmulateArguments): Promise<Parts> {
  let parts = createParts();
  if (mutant === undefined && variant.length === 0) return parts;
  // Loaded only if needed: there are thousands.
  const [{ mutants }, { namedMutant, namedVariant }] = await Promise.all([
    import("../../mutants/index.ts"),
    import("../mutants/choose.ts"),
  ]);
  if (mutant !== undefined) parts = replacementOf(namedMutant(mutants, mutant), "mutant")(parts);
  for (const id of variant) parts = replacementOf(namedVariant(id), "variant")(parts);
  return parts;
}

/** The parts that a mutant or variant replaces. @throws UsageError if it changes only the transport, which cannot be served */
function replacementOf({ id, replace }: Mutant | Variant, what: "mutant" | "variant"): Replace {
  if (replace !== undefined) return replace;
  throw new UsageError(
    `the ${what} "${id}" changes the transport, so it runs only under \`payconform mutants --${what} ${id}\``,
  );
}
