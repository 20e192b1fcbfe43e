import { escapeHtml } from '#shared/escape-html.ts';

/** Escapes a text or attribute value and removes control characters, which XML does not allow. */
export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
  escapeHtml(text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
