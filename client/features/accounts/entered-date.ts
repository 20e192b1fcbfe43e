import { isIsoDate } from '#shared/is-iso-date.ts';

/** Formats an ISO date as `31/12/1980`, as French and British English write dates. Any other text stays unchanged. */
export const isoDateToDateInDigits = (text: string): string =>
  isIsoDate(text) ? text.split('-').reverse().join('/') : text;

/**
 * Parses a typed date: day, month and year with any separator, or eight digits alone; also an ISO date, which browsers
 * fill in. A year of two digits is not accepted, because its century is unknown.
 * @returns the date as `YYYY-MM-DD`; `null` if the text is not a date
 */
export function parseEnteredDate(text: string): string | null {
  const written = text.trim().replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3');
  const [, day = '', month = '', year = ''] = /^(\d\d?)[\s./-]+(\d\d?)[\s./-]+(\d{4})$/.exec(written) ?? [];
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written;
  return isIsoDate(date) ? date : null;
}
