import type { PlaceholderValues } from '../texts.ts';
import type { AnswerError, AnswerErrorCode } from './check-answers.ts';

/** @param t returns a text of the domain `forms` */
export function formatAnswerError(
  { code, values = {} }: AnswerError,
  t: (key: `error.${AnswerErrorCode}`, values: PlaceholderValues) => string,
  date: (iso: string, options?: Intl.DateTimeFormatOptions) => string,
): string {
  const { day } = values;
  const formatted = typeof day === 'string' ? date(day, { dateStyle: 'long' }) : '';
  return t(`error.${code}`, { ...values, day: formatted });
}
