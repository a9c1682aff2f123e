import { type Port, ports as portsData } from "../spec/index.ts";
import { contractOperations, type Operation } from "./contract.ts";
import type { Answer } from "./http/answer.ts";
import type { RequestParts } from "./http/client.ts";
import type { PortBinding, Profile } from "./profile/types.ts";
import type { Observation } from "./results.ts";
import { textOf } from "./reported.ts";
import { Inconclusive, NeedMissing } from "./verdicts.ts";
import { pointed } from "../spec/json.ts";

/** The answer of an undocumented operation, with the outputs that the profile points to. */
export interface PortAnswer {
  readonly name: string;
  readonly answer: Answer;
  /** The value of an output, or undefined. */
  readonly output: (name: string) => unknown;
  /** Whether another of the profile's pointers into the answer leads to a value. */
  readonly othersResolve: (name: string) => boolean;
  /**
   * A string output.
   * @throws Inconclusive if it is missing
   */
  readonly text: (name: string) => string;
}

export interface PortCall {
  /** An undefined input is omitted, even if the profile has a default for it. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Fields that the check judges, which are added to the templated body. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Parameters that join those of the templated query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A key other than the default merchant's test key; null sends none. */
  readonly key?: string | null;
  /** Whether the client cuts the request as soon as it is sent. */
  readonly cut?: boolean;
}

export interface PortCaller {
  /** @throws NeedMissing when the profile does not bind the port */
  readonly call: (name: string, call?: PortCall) => Promise<PortAnswer>;
  /** Whether the profile binds the port. */
  readonly bound: (name: string) => boolean;
  /** Whether the port is called with a guessed binding, because the profile does not bind it. */
  readonly guessed: (name: string) => boolean;
  /** Call this if the target refuses the guess: from now on the port is not bound. */
  readonly giveUp: (name: string, refusal: Answer) => void;
}

/** Ports that are guessed if the profile omits them: test keys only, because they create real objects. */
export function guessablePorts(profile: Profile, testKey: string | undefined): Set<string> {
  const guesses = testKey?.startsWith("sk_test_") === true ? portsData.filter(({ guess }) => guess) : [];
  return new Set(guesses.map(({ name }) => name).filter((name) => profile.ports[name] === undefined));
}

const portOf = (name: string): Port | undefined => portsData.find((port) => port.name === name);

/** The guess for a port as a binding; null where there is none. */
export function guessOf(name: string): PortBinding | null {
  return portOf(name)?.guess ?? null;
}

/** The guess for a port in words: "POST /v1/connect/accounts with name, email". */
export function guessText(name: string): string {
  const guess = guessOf(name);
  if (guess === null) return name;
  return `${guess.method} ${guess.path} with ${Object.keys(guess.body ?? {}).join(", ")}`;
}

/** Warnings about the guesses that a run depends on. */
export function guessWarnings(observations: readonly Observation[]): readonly string[] {
  return observations
    .filter(({ id }) => id === "guessed-ports")
    .map(({ seen }) => {
      const name = seen.split(" ")[0] ?? "";
      return `port ${seen} (${guessText(name)}), since the profile does not bind it: bind it as \`ports.${name}\``;
    });
}

export function createPorts(options: {
  profile: Profile;
  /** The ports whose guess the target has not refused. All checks of a run share it. */
  guessed: Set<string>;
  observe: (id: string, value: string) => void;
  send: (request: {
    /** The operation whose passive rules judge the answer, if the port is bound to its route. */
    operation: Operation | null;
    host: "payment" | "checkout" | "control";
    method: string;
    path: string;
    parts: RequestParts;
    key: string | null | undefined;
  }) => Promise<Answer>;
}): PortCaller {
  const { profile, guessed, observe } = options;
  const bindingOf = (name: string): PortBinding | null =>
    profile.ports[name] ?? (guessed.has(name) ? guessOf(name) : null);
  return {
    bound: (name) => profile.ports[name] !== undefined,
    guessed: (name) => guessed.has(name),
    giveUp: (name, refusal) => {
      if (guessed.delete(name)) observe("guessed-ports", `${name} refuses the guess: ${refusal.summary}`);
    },
    call: async (name, call = {}) => {
      const binding = bindingOf(name);
      const isLive = typeof call.key === "string" && call.key.startsWith("sk_live_");
      if (binding === null || (guessed.has(name) && isLive)) throw new NeedMissing(`port.${name}`);
      if (guessed.has(name)) observe("guessed-ports", `${name} is called with a guessed binding`);
      const inputs = { ...binding.defaults, ...call.inputs };
      const answer = await options.send({
        operation: documentedRoute(name, binding),
        host: binding.host ?? "payment",
        method: binding.method.toUpperCase(),
        path: interpolate(binding.path, inputs, encodeURIComponent),
        parts: { ...partsOf(binding, inputs, call), ...(call.cut === undefined ? {} : { cut: call.cut }) },
        key: call.key,
      });
      const output = (outputName: string): unknown => outputOf(binding, answer, outputName);
      return {
        name,
        answer,
        output,
        othersResolve: (outputName) =>
          Object.keys(binding.outputs ?? {}).some(
            (other) => other !== outputName && (output(other) ?? null) !== null,
          ),
        text: (outputName) => {
          const value = output(outputName);
          if (typeof value === "string" && value !== "") return value;
          throw new Inconclusive(`the port ${name} gave no ${outputName}: it answered ${answer.summary}`);
        },
      };
    },
  };
}

/** The operation of the contract that a port is bound to, if any: then only its body is open. */
function documentedRoute(name: string, binding: PortBinding): Operation | null {
  const operation = contractOperations.get(portOf(name)?.operation ?? "");
  if (operation === undefined) return null;
  const bound = `${binding.method.toUpperCase()} ${binding.path}`;
  return bound === `${operation.method} ${operation.path}` ? operation : null;
}

type Inputs = Readonly<Record<string, unknown>>;

function partsOf(binding: PortBinding, inputs: Inputs, call: PortCall): RequestParts {
  const query = { ...textsOf(binding.query, inputs), ...call.query };
  const headers = { ...textsOf(binding.headers, inputs), ...call.headers };
  if (binding.body === undefined && call.extra === undefined) return { query, headers };
  const body = fill(binding.body ?? {}, inputs) as Inputs;
  return { query, headers, json: { ...body, ...call.extra } };
}

function textsOf(templates: PortBinding["query"] = {}, inputs: Inputs): Record<string, string> {
  const filled = Object.entries(fill(templates, inputs) as Inputs);
  return Object.fromEntries(filled.map(([name, value]) => [name, textOf(value)]));
}

/** A string that is exactly `{input}` becomes the value itself; with no value, its field is left out. */
export function fill(template: unknown, inputs: Inputs): unknown {
  if (typeof template === "string") {
    const whole = /^\{([A-Za-z][\w]*)\}$/.exec(template);
    if (whole?.[1] !== undefined) return inputs[whole[1]];
    return interpolate(template, inputs, (text) => text);
  }
  if (Array.isArray(template))
    return template.map((entry) => fill(entry, inputs)).filter((entry) => entry !== undefined);
  if (typeof template === "object" && template !== null) {
    return Object.fromEntries(
      Object.entries(template)
        .map(([name, inner]) => [name, fill(inner, inputs)] as const)
        .filter(([, value]) => value !== undefined),
    );
  }
  return template;
}

function interpolate(template: string, inputs: Inputs, encode: (text: string) => string): string {
  return template.replace(/\{([A-Za-z][\w]*)\}/g, (whole, name: string) => {
    const value = inputs[name];
    return value === undefined ? whole : encode(textOf(value));
  });
}

function outputOf(binding: PortBinding, answer: Answer, name: string): unknown {
  const pointer = binding.outputs?.[name];
  if (pointer === undefined || answer.read.kind !== "json") return undefined;
  return pointed(answer.read.value, pointer);
}
