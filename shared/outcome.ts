import type { DnsTxtRecord, ErrorMessageByField } from './response-envelope.ts';

/** The expected negative outcome of an operation. The contract names its code. */
export interface RefusedOutcome<Refusal extends string> {
  ok: false;
  refusal: Refusal;
  values?: Readonly<Record<string, string | number>>;
  errors?: ErrorMessageByField;
  /** The rejected input, to which the issues refer. */
  input?: unknown;
  /** Violations of the schema of the operation's input. */
  issues?: readonly { path: readonly PropertyKey[]; message: string }[];
  /** The current item, if the caller's change was based on an outdated revision. */
  current?: unknown;
  /** The DNS record that must exist before the operation succeeds. */
  record?: DnsTxtRecord;
}

export type Outcome<Value, Refusal extends string> = { ok: true; value: Value } | RefusedOutcome<Refusal>;

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal extends string>(
  refusal: Refusal,
  details: Pick<RefusedOutcome<Refusal>, 'values' | 'errors'> = {},
): RefusedOutcome<Refusal> => ({ ok: false, refusal, ...details });
