import { readTextsByLanguage } from '#server/texts/read-texts.ts';
import type { AnswerError, AnswerErrorCode } from '#shared/forms/check-answers.ts';
import { formatAnswerError } from '#shared/forms/format-answer-error.ts';
import type { Lang } from '#shared/languages.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import type english from '#shared/texts/en/forms.json';
import { createTexts } from '#shared/texts.ts';

type FormText = keyof typeof english;

const errorCodes: Record<AnswerErrorCode, true> = {
  required: true,
  consent: true,
  long: true,
  email: true,
  phone: true,
  number: true,
  whole: true,
  min: true,
  max: true,
  date: true,
  from: true,
  until: true,
  choice: true,
  files: true,
  'file-size': true,
  'file-type': true,
  'file-storage': true,
};

const keys = Object.keys(errorCodes).map((code) => `error.${code}` as FormText);
const texts = readTextsByLanguage<FormText, string>('forms', keys);

/** Describes the errors of answers with the same sentences that the page shows. */
export function describeAnswerErrors(errors: ReadonlyMap<string, AnswerError>, lang: Lang): ErrorMessageByField {
  const { t, date } = createTexts(lang, (key: FormText) => texts[lang][key], 'UTC');
  return Object.fromEntries(
    [...errors].map(([name, error]) => [name, formatAnswerError(error, (key, values) => t(key, values), date)]),
  );
}
