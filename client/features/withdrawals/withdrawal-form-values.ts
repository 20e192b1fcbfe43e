export interface WithdrawalDraft {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

export const emptyWithdrawalDraft: WithdrawalDraft = { name: '', email: '', orderNumber: '', message: '' };

/** The fields of the form in the order of the page. */
export const withdrawalFields = [
  'name',
  'email',
  'orderNumber',
  'message',
] as const satisfies (keyof WithdrawalDraft)[];
