export interface WithdrawalDraft {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

export const emptyWithdrawalDraft: WithdrawalDraft = { name: '', email: '', orderNumber: '', message: '' };
