export interface WithdrawalFormValues {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

export const emptyWithdrawalFormValues: WithdrawalFormValues = { name: '', email: '', orderNumber: '', message: '' };

/** The fields of the form in the order of the page. */
export const withdrawalFieldNames = [
  'name',
  'email',
  'orderNumber',
  'message',
] as const satisfies (keyof WithdrawalFormValues)[];
