import { isEmail, normalizeEmail } from '../email.ts';
import { isIsoDate } from '../is-iso-date.ts';
import { maxTextLengths } from '../limits.ts';
import { isPhone, normalizePhone } from '../phone.ts';
import type { FormField } from './form-field.ts';
import { formLimits, formUploadTypes } from './form-limits.ts';
import { consentGivenAnswer, type FormAnswers, getAnswersToField, listVisibleFields } from './visible-fields.ts';

/** Codes of errors in answers. The texts of forms contain a message for each under `error.<code>`. */
export type AnswerErrorCode =
  | 'required'
  | 'consent'
  | 'long'
  | 'email'
  | 'phone'
  | 'number'
  | 'whole'
  | 'min'
  | 'max'
  | 'date'
  | 'from'
  | 'until'
  | 'choice'
  | 'files'
  | 'file-size'
  | 'file-type'
  | 'file-storage';

export interface AnswerError {
  code: AnswerErrorCode;
  values?: Readonly<Record<string, string | number>>;
}

/** A file that a visitor has chosen, with the properties that both browser and server know. */
export interface AnswerFile {
  size: number;
  /**
   * The media type of the file. A browser guesses it from the name of the file, and leaves it empty for an unknown
   * extension.
   */
  type: string;
}

export interface SubmittedAnswers {
  answers: FormAnswers;
  files: Readonly<Record<string, readonly AnswerFile[]>>;
}

const numberPattern = /^-?\d{1,12}([.,]\d{1,6})?$/;

/** Parses a number, which may have a decimal comma. */
const parseDecimalAnswerOrNaN = (text: string): number => Number(text.replace(',', '.'));

const tooLong = (text: string, limit: number): AnswerError | null =>
  text.length > limit ? { code: 'long', values: { limit } } : null;

function checkNumber(field: Extract<FormField, { type: 'number' }>, text: string): AnswerError | null {
  if (!numberPattern.test(text)) return { code: 'number' };
  const value = parseDecimalAnswerOrNaN(text);
  if (!field.isDecimal && !Number.isInteger(value)) return { code: 'whole' };
  if (field.min !== undefined && value < field.min) return { code: 'min', values: { limit: field.min } };
  if (field.max !== undefined && value > field.max) return { code: 'max', values: { limit: field.max } };
  return null;
}

/** Days can be compared as texts, because texts of the form `YYYY-MM-DD` sort by time. */
function checkDate(field: Extract<FormField, { type: 'date' }>, text: string, today: string): AnswerError | null {
  if (!isIsoDate(text)) return { code: 'date' };
  const [min, max] = [field.min, field.max].map((day) => (day === 'today' ? today : day));
  if (min !== undefined && text < min) return { code: 'from', values: { day: min } };
  if (max !== undefined && text > max) return { code: 'until', values: { day: max } };
  return null;
}

function checkTexts(field: FormField, texts: readonly string[], today: string): AnswerError | null {
  const [text = ''] = texts;
  switch (field.type) {
    case 'text':
      return tooLong(text, field.maxLength ?? formLimits.textLength);
    case 'longText':
      return tooLong(text, field.maxLength ?? formLimits.longTextLength);
    case 'email':
      return isEmail(normalizeEmail(text)) ? null : { code: 'email' };
    case 'phone':
      return isPhone(text) && normalizePhone(text).length <= maxTextLengths.phone ? null : { code: 'phone' };
    case 'number':
      return checkNumber(field, text);
    case 'date':
      return checkDate(field, text, today);
    case 'choice':
    case 'choices':
      return texts.every((each) => field.options.some(({ value }) => value === each)) ? null : { code: 'choice' };
    case 'consent':
      return text === consentGivenAnswer ? null : { code: 'consent' };
    case 'file':
      return null;
  }
}

function checkFiles(field: Extract<FormField, { type: 'file' }>, files: readonly AnswerFile[]): AnswerError | null {
  const { maxFiles = 1, maxBytes = formLimits.fileBytes } = field;
  if (files.length > maxFiles) return { code: 'files', values: { limit: maxFiles } };
  if (files.some(({ size }) => size > maxBytes))
    return { code: 'file-size', values: { limit: Math.floor((maxBytes / 2 ** 20) * 10) / 10 } };
  const accepted: readonly string[] = field.accept.map((name) => formUploadTypes[name]);
  return files.every(({ type }) => type === '' || accepted.includes(type)) ? null : { code: 'file-type' };
}

/**
 * Checks the answers to the fields of a form that are shown; answers to hidden and unknown fields are ignored. Browser
 * and server use this function; the server passes the file types that it has found in the content of the files.
 * @param today `YYYY-MM-DD` in the site's time zone
 * @returns the first error of each field by field name; empty if the form can be sent
 */
export function checkAnswers(
  fields: readonly FormField[],
  { answers, files }: SubmittedAnswers,
  today: string,
): Map<string, AnswerError> {
  const errors = new Map<string, AnswerError>();
  for (const field of listVisibleFields(fields, answers)) {
    const texts = getAnswersToField(answers, field.name).map((text) => text.trim());
    const uploads = (Object.hasOwn(files, field.name) && files[field.name]) || [];
    const count = field.type === 'file' ? uploads.length : texts.length;
    const missing: AnswerError = { code: field.type === 'consent' ? 'consent' : 'required' };
    const error =
      count === 0
        ? field.isRequired
          ? missing
          : null
        : field.type === 'file'
          ? checkFiles(field, uploads)
          : checkTexts(field, texts, today);
    if (error) errors.set(field.name, error);
  }
  return errors;
}
