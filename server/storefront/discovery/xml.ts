const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text or attribute value and removes control characters, which XML does not allow. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
