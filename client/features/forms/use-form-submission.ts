import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useFormProofsOfWork } from '#client/core/proof-of-work/use-form-proofs-of-work.ts';
import { checkAnswers } from '#shared/forms/check-answers.ts';
import { formatAnswerError } from '#shared/forms/format-answer-error.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import {
  clearHiddenField,
  focusFirstField,
  focusFirstInvalid,
  readAnswersAndFilesOfFormElement,
  restoreFiles,
} from './form-elements.ts';
import { clearFormState, emptyFormState, type FormState, setFormState, useFormState } from './form-store.ts';
import { type FormOpeningTicket, fetchFormTicket, sendFormOrThrow } from './send-form-or-throw.ts';

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

/** Manages a form in the browser: stores its answers, checks the answers with the server's rules and sends the form. */
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
    sync: () =>
      element.current &&
      setFormState(key, { ...readAnswersAndFilesOfFormElement(element.current), errors: state.errors }),
    submit: async (event) => {
      event.preventDefault();
      if (!element.current || progress === 'sending') return;
      const read = readAnswersAndFilesOfFormElement(element.current);
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
