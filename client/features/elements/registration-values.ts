import { useTexts } from '#client/core/app-context.tsx';
import type { ElementSlot } from '#shared/elements/elements-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import type { ElementPageData } from './element-teaser.ts';

export interface RegistrationValues {
  idSlot: string;
  people: string;
  language: string;
  name: string;
  email: string;
}

export interface AcceptedRegistration {
  state: 'CONFIRMED' | 'WAITING';
  email: string;
}

export const canRegister = ({ registration }: ElementSlot): boolean =>
  registration === 'OPEN' || registration === 'WAITING_LIST';

/**
 * Returns the values of the form: those of a refused registration, otherwise two places on the first selectable date.
 */
export function createInitialRegistrationValues(
  { languages }: ElementPageData,
  slots: readonly ElementSlot[],
  refused: FormSubmissionResult | undefined,
): RegistrationValues {
  const valueOrDefault = (name: keyof RegistrationValues, otherwise: string) =>
    refused ? (refused.answers[name]?.[0] ?? '') : otherwise;
  return {
    idSlot: valueOrDefault('idSlot', String(slots.find(canRegister)?.id ?? '')),
    people: valueOrDefault('people', '2'),
    language: valueOrDefault('language', languages.length > 1 ? (languages[0] ?? '') : ''),
    name: valueOrDefault('name', ''),
    email: valueOrDefault('email', ''),
  };
}

/** Returns the result of a registration that was sent without scripts and accepted; null otherwise. */
export function getRegistrationAcceptedWithoutScripts(
  sent: FormSubmissionResult | undefined,
): AcceptedRegistration | null {
  if (!sent?.isAccepted) return null;
  const state = sent.answers.state?.[0] === 'WAITING' ? 'WAITING' : 'CONFIRMED';
  return { state, email: sent.answers.email?.[0]?.trim() ?? '' };
}

/**
 * Returns a function that describes a registration refused by the API. With status 400 the API names invalid
 * fields by their technical names, so the sentences of the form are shown instead.
 */
export function useDescribeRegistrationErrors({ maxPeople }: ElementPageData) {
  const { t } = useTexts();
  return ({
    status,
    errors,
    message,
    answers,
  }: FormSubmissionResult): { errors: ErrorMessageByField; message: string } => {
    const fields = Object.keys(errors);
    const isFilled = (name: string) => (answers[name]?.[0] ?? '').trim() !== '';
    const sentences: ErrorMessageByField = {
      idSlot: t('elements.field.date.missing'),
      people: t('elements.field.people.invalid', { max: maxPeople ?? 1 }),
      name: t('accounts.field.required'),
      email: t(isFilled('email') ? 'accounts.field.email.wrong' : 'accounts.field.required'),
    };
    const shown = fields.map((name) => [name, (status === 400 && sentences[name]) || errors[name] || message]);
    return { errors: Object.fromEntries(shown) as ErrorMessageByField, message: fields.length > 0 ? '' : message };
  };
}
