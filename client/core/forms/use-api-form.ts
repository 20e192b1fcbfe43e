import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiCallError } from '#client/core/call-api.ts';
import { useTexts } from '../app-context.tsx';
import { callErrorText } from '../call-error-text.ts';
import { useHydrated } from '../use-hydrated.ts';

interface CallFormOptions<Values extends FieldValues> {
  defaults: DefaultValues<Values>;
  /** Calls the API. An `ApiCallError` is shown at the fields that it names, else above the form. */
  send: (values: Values) => Promise<void>;
  /** Field of the API → field of the form, if the names differ. */
  fields?: Readonly<Record<string, Path<Values>>>;
}

export interface ApiForm<Values extends FieldValues> extends UseFormReturn<Values> {
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Message above the form; empty if errors belong to fields. */
  failure: string;
  busy: boolean;
  /** `false` until hydration. */
  ready: boolean;
  errorOf: (field: Path<Values>) => string | undefined;
}

/** A form that calls the API. A failure keeps the values. */
export function useApiForm<Values extends FieldValues>({
  defaults,
  send,
  fields = {},
}: CallFormOptions<Values>): ApiForm<Values> {
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onTouched' });
  const { t } = useTexts();
  const [failure, setFailure] = useState('');
  const ready = useHydrated();

  const showError = (error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
    const fieldErrors = Object.entries(error.errors).flatMap(([name, message]): [Path<Values>, string][] => {
      const field = fields[name] ?? (name as Path<Values>);
      return form.getValues(field) === undefined ? [] : [[field, message]];
    });
    for (const [index, [field, message]] of fieldErrors.entries())
      form.setError(field, { message }, { shouldFocus: index === 0 });
    setFailure(fieldErrors.length > 0 ? '' : callErrorText(error, t));
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    await send(values as Values).catch(showError);
  });
  return {
    ...form,
    submit,
    failure,
    ready,
    busy: form.formState.isSubmitting,
    errorOf: (field) => {
      const error = form.getFieldState(field, form.formState).error;
      return error?.message || undefined;
    },
  };
}
