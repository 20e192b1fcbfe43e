import type { FieldErrors } from './envelope.ts';

/** An expected negative outcome, whose code the contract names. */
export interface RefusedOutcome<Refusal extends string> {
  ok: false;
  refusal: Refusal;
  /** Values for the placeholders of the refusal's message. */
  values?: Readonly<Record<string, string | number>>;
  /** Invalid fields, with messages in the caller's language. */
  errors?: FieldErrors;
  /** Violations of the input's schema. */
  issues?: readonly { path: readonly PropertyKey[]; message: string }[];
  /** The item as it is now, where the caller knew an older one. */
  present?: unknown;
}

/** The result of an operation: a value or a refusal. */
export type Outcome<Value, Refusal extends string> = { ok: true; value: Value } | RefusedOutcome<Refusal>;

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal extends string>(
  refusal: Refusal,
  details: Pick<RefusedOutcome<Refusal>, 'values' | 'errors'> = {},
): RefusedOutcome<Refusal> => ({ ok: false, refusal, ...details });
