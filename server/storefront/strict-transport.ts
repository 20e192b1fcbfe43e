/** Value of Strict-Transport-Security: 18 months. */
export const strictTransport = 'max-age=47304000';
