import type { ReactNode } from 'react';
import { DecimalInput, type DecimalInputProps } from './DecimalInput.tsx';

/** Edits an amount in decimal euros. */
export const DecimalEurosInput = (props: DecimalInputProps): ReactNode => (
  <DecimalInput unit="€" decimals={2} {...props} />
);
