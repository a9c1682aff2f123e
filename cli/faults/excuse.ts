/** A class of faults that conforming servers may have. */
export interface Excuse {
  readonly id: string;
  readonly reason: string;
}

/** A class and its criteria. It covers the faults that meet all of them. */
export interface ExcuseFor<Fault> extends Excuse {
  /** Names of operators. */
  readonly operators?: readonly string[];
  readonly operations?: readonly string[];
  /** The first name of the path to the field. */
  readonly within?: string;
  /** The last name of the path to the field. */
  readonly fields?: readonly string[];
  readonly when?: (fault: Fault, operator: string) => boolean;
}

/** Where a fault is. */
interface Location {
  readonly operator: string;
  readonly operation: string;
  /** Empty for the whole message. */
  readonly path: readonly string[];
}

/** The first class that covers a fault; null if none does. */
export function excuseOf<Fault>(
  excuses: readonly ExcuseFor<Fault>[],
  fault: Fault,
  { operator, operation, path }: Location,
): Excuse | null {
  const isCovered = ({ operators, operations, within, fields, when }: ExcuseFor<Fault>): boolean =>
    operators?.includes(operator) !== false &&
    operations?.includes(operation) !== false &&
    (within === undefined || path[0] === within) &&
    fields?.includes(path.at(-1) ?? "") !== false &&
    when?.(fault, operator) !== false;
  return excuses.find(isCovered) ?? null;
}
