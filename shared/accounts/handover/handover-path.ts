/** Path of the storefront to which the token of a handover is posted. */
export const handoverPath = '/handover';
