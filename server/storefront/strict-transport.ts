/** Value of Strict-Transport-Security: 18 months. */
export const strictTransportSecurityValue = 'max-age=47304000';
