import type { HandoverCart } from './handover-contract.ts';

/** The cookie that holds the cart until a page at the new host has read it. */
export const handoverCookieName = 'handover';
/** Lifetime in seconds of a handover token and of the cookie that replaces the token. */
export const handoverTtlSeconds = 60;

const lineSeparator = '_';
const fieldSeparator = '.';
/** Maximum length of the cookie's value. Browsers ignore cookies above 4,096 bytes, name and attributes included. */
const maxCookieLength = 3_800;

/** @returns the cookie value; `null` if the cart does not fit into a cookie */
export function formatHandoverCookieValue({ lines, code }: HandoverCart): string | null {
  const encodedLines = lines.map(({ idProduct, id, quantity }) =>
    [idProduct, id, quantity].map((number) => number.toString(36)).join(fieldSeparator),
  );
  const value = [...encodedLines, `~${encodeURIComponent(code)}`].join(lineSeparator);
  return value.length <= maxCookieLength ? value : null;
}

/** @returns the cart; `null` if the value was not written by `formatHandoverCookieValue` */
export function parseHandoverCookieValue(value: string): HandoverCart | null {
  const match = /^((?:[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+_)*)~(.*)$/.exec(value);
  if (!match) return null;
  const lines = (match[1] ?? '')
    .split(lineSeparator)
    .filter(Boolean)
    .map((line) => {
      const [idProduct = 0, id = 0, quantity = 0] = line.split(fieldSeparator).map((text) => Number.parseInt(text, 36));
      return { idProduct, id, quantity };
    });
  const code = decodeOrNull(match[2] ?? '');
  return code === null ? null : { lines, code };
}

function decodeOrNull(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
