import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi, readResponseDataOrThrow } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useFormProofsOfWork } from '#client/core/proof-of-work/use-form-proofs-of-work.ts';
import { checkAnswers } from '#shared/forms/check-answers.ts';
import { formatAnswerError } from '#shared/forms/format-answer-error.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';

interface Submission {
  state: FormState;
  failure: string;
  isSending: boolean;
  isSent: boolean;
  /** Stores the values of the inputs after a change. */
  sync: () => void;
  /**
   * Fetches the ticket (see `FormOpeningTicket`) when the form is first used, so that viewing the page makes no call.
   */
  prepare: () => void;
  submit: (event: FormEvent) => Promise<void>;
  /** Shows the empty form again, with the focus in its first field. */
  restart: () => void;
}

export interface FormTarget {
  /** Identifies the state of the form. */
  key: string;
  /** URL of the call that accepts the form. */
  url: string;
}

/** Creates the first state of a form, with the errors if it was sent without scripts and refused. */
const initialState = (sent: FormSubmissionResult | undefined): FormState =>
  sent && !sent.isAccepted ? { ...emptyFormState, answers: sent.answers, errors: sent.errors } : emptyFormState;

/** Returns a function that checks answers with the server's rules and describes the errors, by field. */
function useAnswerErrors(form: Form): (read: Omit<FormState, 'errors'>) => FormState['errors'] {
  const { timeZone } = useSiteShell().site;
  const { t, date } = useTexts();
  const toText = (error: Parameters<typeof formatAnswerError>[0]) =>
    formatAnswerError(error, (name, values) => t(`forms.${name}`, values), date);
  return (read) => {
    const found = checkAnswers(form.fields, read, toLocalDay(Date.now(), timeZone));
    return Object.fromEntries([...found].map(([name, error]) => [name, toText(error)]));
  };
}

interface FormOpeningTicket {
  ticket: string;
  /** Unix time in milliseconds from which the form may be sent. */
  usableAt: number;
}

/**
 * Margin for the time that the response with the ticket took, because the API refuses a ticket below its minimum age.
 */
const ticketMarginMs = 300;

/**
 * Fetches the ticket with which a form is sent, a signed time stamp of its first use.
 * @returns null if the API fails; forms can be sent without a ticket
 */
async function fetchFormTicket(): Promise<FormOpeningTicket | null> {
  try {
    const { ticket, minSeconds } = await callApi('GET /forms/ticket');
    return { ticket, usableAt: Date.now() + minSeconds * 1_000 + ticketMarginMs };
  } catch (error) {
    if (error instanceof ApiCallError) return null;
    throw error;
  }
}

/**
 * Sends a form with its files, once its ticket is old enough.
 * @param url URL of the call, such as `/api/forms/7/submit`.
 * @throws ApiCallError if the API refuses the form or cannot be reached
 */
export async function sendFormOrThrow(
  url: string,
  body: FormData,
  ticket: FormOpeningTicket | null,
  proofOfWork?: string,
): Promise<void> {
  if (ticket) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ticket.usableAt - Date.now())));
    body.set('ticket', ticket.ticket);
  }
  if (proofOfWork) body.set('altcha', proofOfWork);
  const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body }).catch(() => {
    throw new ApiCallError(503, '');
  });
  await readResponseDataOrThrow(response);
}

/** Returns a function that sends the form with its ticket and a proof of work, and one that prepares both. */
function useFormSender(url: string): { prepare: () => void; send: (form: FormData) => Promise<void> } {
  const ticket = useRef<Promise<FormOpeningTicket | null> | null>(null);
  const proofOfWork = useFormProofsOfWork();
  const prepare = () => {
    ticket.current ??= fetchFormTicket();
    proofOfWork.prepare();
  };
  const send = async (form: FormData) => {
    prepare();
    await sendFormOrThrow(url, form, await ticket.current, await proofOfWork.take());
    ticket.current = null;
  };
  return { prepare, send };
}

function readFormElement(element: HTMLFormElement): Pick<FormState, 'answers' | 'files'> {
  const answers: Record<string, string[]> = {};
  const files: Record<string, File[]> = {};
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') answers[name] = [...(answers[name] ?? []), value];
    // A file input without a file yields an empty file without a name.
    else if (value.name !== '') files[name] = [...(files[name] ?? []), value];
  }
  return { answers, files };
}

/**
 * Empties the field that is hidden from visitors. The API refuses a form in which a browser has filled it in, and the
 * visitor can neither see nor empty it.
 */
function clearHiddenField(element: HTMLFormElement): void {
  const field = element.elements.namedItem('website');
  if (field instanceof HTMLInputElement) field.value = '';
}

/**
 * Puts the files of the stored form state back into the file inputs, because no attribute sets the files of an input.
 */
function restoreFiles(element: HTMLFormElement | null, files: FormState['files']): void {
  for (const [name, list] of Object.entries(files)) {
    const input = element?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type !== 'file') continue;
    const transfer = new DataTransfer();
    for (const file of list) transfer.items.add(file);
    input.files = transfer.files;
  }
}

const focusFirstInvalid = (element: HTMLFormElement): void =>
  element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

const focusFirstField = (element: HTMLFormElement): void =>
  element.querySelector<HTMLElement>('input, select, textarea')?.focus();

export function useFormSubmission(
  form: Form,
  { key, url }: FormTarget,
  element: RefObject<HTMLFormElement | null>,
  sent: FormSubmissionResult | undefined,
): Submission {
  const { t } = useTexts();
  const findErrors = useAnswerErrors(form);
  const state = useFormState(key, initialState(sent));
  const [failure, setFailure] = useState(sent?.message ?? '');
  const [progress, setProgress] = useState<'open' | 'sending' | 'sent'>(sent?.isAccepted ? 'sent' : 'open');
  const sender = useFormSender(url);
  const keptFiles = useRef(state.files);
  useEffect(() => restoreFiles(element.current, keptFiles.current), [element]);

  const showErrors = (read: Omit<FormState, 'errors'>, errors: FormState['errors'], message: string) => {
    setFormState(key, { ...read, errors });
    setFailure(message);
    // The next render marks the invalid inputs, so the first of them is focused afterwards.
    requestAnimationFrame(() => element.current && focusFirstInvalid(element.current));
  };
  const send = async (formElement: HTMLFormElement, read: Omit<FormState, 'errors'>) => {
    setFailure('');
    setProgress('sending');
    try {
      await sender.send(new FormData(formElement));
      clearFormState(key);
      setProgress('sent');
    } catch (error) {
      setProgress('open');
      if (!(error instanceof ApiCallError)) throw error;
      clearHiddenField(formElement);
      showErrors(read, error.errors, describeCallError(error, t));
    }
  };
  return {
    state,
    failure,
    isSending: progress === 'sending',
    isSent: progress === 'sent',
    prepare: sender.prepare,
    sync: () => element.current && setFormState(key, { ...readFormElement(element.current), errors: state.errors }),
    submit: async (event) => {
      event.preventDefault();
      if (!element.current || progress === 'sending') return;
      const read = readFormElement(element.current);
      const errors = findErrors(read);
      if (Object.keys(errors).length > 0) return showErrors(read, errors, t('forms.check'));
      setFormState(key, { ...read, errors: {} });
      await send(element.current, read);
    },
    restart: () => {
      setProgress('open');
      // The form is rendered before the next frame.
      requestAnimationFrame(() => element.current && focusFirstField(element.current));
    },
  };
}

interface FormState {
  answers: Readonly<Record<string, readonly string[]>>;
  files: Readonly<Record<string, readonly File[]>>;
  errors: ErrorMessageByField;
}

const emptyFormState: FormState = { answers: {}, files: {}, errors: {} };

/**
 * The state of each form by key, which outlasts navigations within the document. The server renders every form without
 * stored state.
 */
const formStore = createStore<Readonly<Record<string, FormState>>>(() => ({}));

/** Returns the stored state of a form, or `initial` if there is none. */
const useFormState = (key: string, initial: FormState): FormState =>
  useStore(formStore, (forms) => forms[key]) ?? initial;

const setFormState = (key: string, state: FormState): void => formStore.setState({ [key]: state });

export const clearFormState = (key: string): void => {
  const { [key]: _cleared, ...others } = formStore.getState();
  formStore.setState(others, true);
};
