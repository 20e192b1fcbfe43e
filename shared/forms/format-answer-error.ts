import type { PlaceholderValues } from '../texts.ts';
import type { AnswerError, AnswerErrorCode } from './check-answers.ts';

/**
 * The sentence for an error.
 * @param t Returns a text of the domain `forms`.
 */
export function formatAnswerError(
  { code, values = {} }: AnswerError,
  t: (key: `error.${AnswerErrorCode}`, values: PlaceholderValues) => string,
  date: (iso: string, options?: Intl.DateTimeFormatOptions) => string,
): string {
  const { day } = values;
  // A day has no time zone.
  const formatted = typeof day === 'string' ? date(`${day}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' }) : '';
  return t(`error.${code}`, { ...values, day: formatted });
}
