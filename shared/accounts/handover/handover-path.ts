/** URL path of the storefront to which a visitor's browser posts a handover token. */
export const sessionHandoverPath = '/handover';
