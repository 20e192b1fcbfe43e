import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';

export interface FormState {
  answers: Readonly<Record<string, readonly string[]>>;
  files: Readonly<Record<string, readonly File[]>>;
  errors: ErrorMessageByField;
}

export const emptyFormState: FormState = { answers: {}, files: {}, errors: {} };

/**
 * The state of each form by key, which outlasts navigations within the document. The server renders every form without
 * stored state.
 */
const formStore = createStore<Readonly<Record<string, FormState>>>(() => ({}));

/** Returns the stored state of a form, or `initial` if there is none. */
export const useFormState = (key: string, initial: FormState): FormState =>
  useStore(formStore, (forms) => forms[key]) ?? initial;

export const setFormState = (key: string, state: FormState): void => formStore.setState({ [key]: state });

export const clearFormState = (key: string): void => {
  const { [key]: _cleared, ...others } = formStore.getState();
  formStore.setState(others, true);
};
