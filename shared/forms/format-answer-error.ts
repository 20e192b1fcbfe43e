import type { PlaceholderValues } from '../texts.ts';
import type { AnswerError, AnswerErrorCode } from './check-answers.ts';

/**
 * Formats an error in an answer as a sentence.
 * @param t returns a text of the domain `forms`
 */
export function formatAnswerError(
  { code, values = {} }: AnswerError,
  t: (key: `error.${AnswerErrorCode}`, values: PlaceholderValues) => string,
  date: (iso: string, options?: Intl.DateTimeFormatOptions) => string,
): string {
  const { day } = values;
  // The day is formatted in UTC, because a day without a time has no time zone.
  const formatted = typeof day === 'string' ? date(`${day}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' }) : '';
  return t(`error.${code}`, { ...values, day: formatted });
}
