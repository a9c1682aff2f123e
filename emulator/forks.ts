import type { RestorePoint } from "./storage/points.ts";

/** An emulator that began with a state of this one. */
interface Fork {
  readonly id: string;
  readonly address: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The forks that run. */
export interface Forks {
  /** Starts a fork; undefined if no more can run. */
  begin(to: number, point: RestorePoint): Promise<Fork | undefined>;
  list(): readonly Fork[];
  /** Ends a fork; false if none has that id. */
  end(id: string): Promise<boolean>;
  /** Ends all forks. */
  close(): Promise<void>;
}

/** The most forks that run at the same time. */
const MOST = 10;

/** The members of an emulator that a fork needs. */
interface Forked {
  readonly restored: Promise<unknown>;
  readonly merchants: readonly unknown[];
  listen: () => Promise<{ readonly close: () => Promise<void> }>;
  close(): Promise<void>;
}

/** Creates forks that listen on free ports of this machine. */
export function createForks(create: (to: number, point: RestorePoint) => Forked): Forks {
  const running = new Map<string, Fork>();
  let begun = 0;
  const end = async (id: string): Promise<boolean> => {
    const fork = running.get(id);
    running.delete(id);
    await fork?.close();
    return fork !== undefined;
  };
  return {
    begin: async (to, point) => {
      if (running.size >= MOST) return undefined;
      begun += 1;
      const emulator = create(to, point);
      await emulator.restored;
      const { close, ...address } = await emulator.listen();
      const fork: Fork = {
        id: `fork_${begun}`,
        address: { ...address, merchants: emulator.merchants },
        close: async () => {
          await close();
          await emulator.close();
        },
      };
      running.set(fork.id, fork);
      return fork;
    },
    list: () => [...running.values()],
    end,
    close: async () => {
      for (const id of [...running.keys()]) await end(id);
    },
  };
}
