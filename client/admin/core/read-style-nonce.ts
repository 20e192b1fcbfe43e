/**
 * Returns the nonce of the panel's Content-Security-Policy, which allows the styles that scripts insert. It is empty in
 * development, where the policy allows all styles.
 */
export const readStyleNonce = (document: Document): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
