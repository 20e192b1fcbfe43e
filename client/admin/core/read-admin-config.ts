import { type AdminConfig, adminConfigElementId } from '#shared/admin/admin-config.ts';

/** Reads the panel's configuration from its document. */
export function readAdminConfig(document: Document): AdminConfig {
  const element = document.getElementById(adminConfigElementId);
  if (!element) throw new Error(`the document has no element "${adminConfigElementId}"`);
  return JSON.parse(element.textContent ?? '') as AdminConfig;
}
