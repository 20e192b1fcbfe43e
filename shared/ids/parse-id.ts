import { maxId } from '#shared/limits.ts';

/**
 * Parses an id in a URL path or a header, which is a positive integer without sign and leading zeros.
 * @returns null if the text is not an id
 */
export const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null;
