import type { HandoverCart } from './handover-contract.ts';

/** Cookie that holds the cart until the page at the other host has read it. */
export const handoverCookieName = 'handover';
/** Lifetime of the cookie, and of the token before it. */
export const handoverTtlSeconds = 60;

const lineSeparator = '_';
const fieldSeparator = '.';
/** Browsers ignore cookies above 4,096 bytes with name and attributes. */
const maxCookieLength = 3_800;

/** @returns `null` if the cart does not fit into a cookie. */
export function formatHandoverCookie({ lines, code }: HandoverCart): string | null {
  const encodedLines = lines.map(({ idProduct, id, quantity }) =>
    [idProduct, id, quantity].map((number) => number.toString(36)).join(fieldSeparator),
  );
  const value = [...encodedLines, `~${encodeURIComponent(code)}`].join(lineSeparator);
  return value.length <= maxCookieLength ? value : null;
}

/** @returns `null` if the value was not written by `formatHandoverCookie`. */
export function parseHandoverCookie(value: string): HandoverCart | null {
  const match = /^((?:[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+_)*)~(.*)$/.exec(value);
  if (!match) return null;
  const lines = (match[1] ?? '')
    .split(lineSeparator)
    .filter(Boolean)
    .map((line) => {
      const [idProduct = 0, id = 0, quantity = 0] = line.split(fieldSeparator).map((text) => Number.parseInt(text, 36));
      return { idProduct, id, quantity };
    });
  return { lines, code: decodeURIComponent(match[2] ?? '') };
}
