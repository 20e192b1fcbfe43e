import type { FormSubmissionResult } from '#shared/rendering.ts';

export interface WithdrawalFormValues {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

/** Returns the values of a form that was sent without scripts; empty ones without such a form. */
export const readWithdrawalFormValues = (sent: FormSubmissionResult | undefined): WithdrawalFormValues => {
  const [name, email, orderNumber, message] = withdrawalFieldNames.map((field) => sent?.answers[field]?.[0] ?? '');
  return { name, email, orderNumber, message } as WithdrawalFormValues;
};

/** The fields of the form in the order of the page. */
export const withdrawalFieldNames = [
  'name',
  'email',
  'orderNumber',
  'message',
] as const satisfies (keyof WithdrawalFormValues)[];
