import { type AdminConfig, adminConfigElementId } from '#shared/admin/admin-config.ts';

export function readAdminConfig(document: Document): AdminConfig {
  const element = document.getElementById(adminConfigElementId);
  if (!element) throw new Error(`the document has no element "${adminConfigElementId}"`);
  return JSON.parse(element.textContent ?? '') as AdminConfig;
}

/**
 * Returns the nonce of the panel's Content-Security-Policy, which allows the styles that scripts insert. It is empty in
 * development, where the policy allows all styles.
 */
export const readStyleNonce = (document: Document): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
