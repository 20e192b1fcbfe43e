import type { FieldErrors } from './envelope.ts';

/** A refusal that a customer caused and that the contract names. */
export interface RefusedOutcome<Refusal extends string> {
  ok: false;
  refusal: Refusal;
  /** Values of the refusal's sentence. */
  values?: Readonly<Record<string, string | number>>;
  /** Fields at fault, with sentences in the caller's language. */
  errors?: FieldErrors;
}

/** What an act can end in: its value, or a refusal. */
export type Outcome<Value, Refusal extends string> = { ok: true; value: Value } | RefusedOutcome<Refusal>;

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal extends string>(
  refusal: Refusal,
  details: Pick<RefusedOutcome<Refusal>, 'values' | 'errors'> = {},
): RefusedOutcome<Refusal> => ({ ok: false, refusal, ...details });
