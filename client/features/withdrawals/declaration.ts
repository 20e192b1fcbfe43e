/** The fields of a declaration of withdrawal. */
export interface Declaration {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

export const emptyDeclaration: Declaration = { name: '', email: '', orderNumber: '', message: '' };
