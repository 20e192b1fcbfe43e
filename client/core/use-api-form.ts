import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type FieldErrors as FormErrors,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiCallError } from '#client/core/call-api.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { useTexts } from './app-context.tsx';
import { describeCallError } from './describe-call-error.ts';
import { useHydrated } from './use-hydrated.ts';

interface CallFormOptions<Values extends FieldValues> {
  defaults: DefaultValues<Values>;
  /**
   * Calls the API. The messages of an `ApiCallError` are shown at the fields that the error names. If the form has none
   * of these fields, the error's message is shown above the form.
   */
  send: (values: Values) => Promise<void>;
  /** Name of the form field by name of the API's field, where the two differ. */
  fields?: Readonly<Record<string, Path<Values>>>;
  /** The errors of a form that was sent without scripts, by field, and the message above the form. */
  refused?: { errors: ErrorMessageByField; message: string } | undefined;
}

export interface ApiForm<Values extends FieldValues> extends UseFormReturn<Values> {
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Error message above the form. It is empty if at least one error of the last call is shown at its field. */
  failure: string;
  isBusy: boolean;
  /** `false` until React has hydrated the form, because the form cannot be submitted before. */
  isReady: boolean;
  errorOf: (field: Path<Values>) => string | undefined;
}

const toFormErrors = <Values extends FieldValues>(errors: ErrorMessageByField): FormErrors<Values> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: 'server', message }]),
  ) as FormErrors<Values>;

/** Manages the state of a form and its submission to the API. The values are kept if the call fails. */
export function useApiForm<Values extends FieldValues>({
  defaults,
  send,
  fields = {},
  refused,
}: CallFormOptions<Values>): ApiForm<Values> {
  const [errors] = useState(() => toFormErrors<Values>(refused?.errors ?? {}));
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onTouched', errors });
  const { t } = useTexts();
  const [failure, setFailure] = useState(refused?.message ?? '');
  const isReady = useHydrated();

  const showError = (error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
    const fieldErrors = Object.entries(error.errors).flatMap(([name, message]): [Path<Values>, string][] => {
      const field = fields[name] ?? (name as Path<Values>);
      return form.getValues(field) === undefined ? [] : [[field, message]];
    });
    for (const [index, [field, message]] of fieldErrors.entries())
      form.setError(field, { message }, { shouldFocus: index === 0 });
    setFailure(fieldErrors.length > 0 ? '' : describeCallError(error, t));
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    await send(values as Values).catch(showError);
  });
  const reset: typeof form.reset = (...values) => {
    setFailure('');
    form.reset(...values);
  };
  return {
    ...form,
    reset,
    submit,
    failure,
    isReady,
    isBusy: form.formState.isSubmitting,
    errorOf: (field) => {
      const error = form.getFieldState(field, form.formState).error;
      return error?.message || undefined;
    },
  };
}
