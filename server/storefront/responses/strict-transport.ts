/** Value of the header Strict-Transport-Security: 18 months in seconds. */
export const strictTransportSecurityValue = 'max-age=47304000';
