export interface WithdrawalDeclaration {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

export const emptyWithdrawalDeclaration: WithdrawalDeclaration = { name: '', email: '', orderNumber: '', message: '' };
