import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { CallFailure } from '#client/core/call.ts';
import { useTexts } from '../app-context.tsx';
import { useHydrated } from '../use-hydrated.ts';

interface CallFormOptions<Values extends FieldValues> {
  defaults: DefaultValues<Values>;
  /** Sends what was typed. What the API refuses is shown: at its fields, else above the form. */
  send: (values: Values) => Promise<void>;
  /** Field of the API → field of the form, where the names differ. */
  fields?: Readonly<Record<string, Path<Values>>>;
}

export interface CallForm<Values extends FieldValues> extends UseFormReturn<Values> {
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Why it could not be sent; empty where nothing is wrong, or only fields are. */
  failure: string;
  /** Whether it is being sent. */
  busy: boolean;
  /** Whether scripts are there to send it. */
  ready: boolean;
  errorOf: (field: Path<Values>) => string | undefined;
}

/** A form that is sent with a call of the API. Whatever goes wrong, what was typed stays. */
export function useCallForm<Values extends FieldValues>({
  defaults,
  send,
  fields = {},
}: CallFormOptions<Values>): CallForm<Values> {
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onTouched' });
  const { t } = useTexts();
  const [failure, setFailure] = useState('');
  const ready = useHydrated();

  const show = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    const known = Object.entries(error.errors).flatMap(([name, message]): [Path<Values>, string][] => {
      const field = fields[name] ?? (name as Path<Values>);
      return form.getValues(field) === undefined ? [] : [[field, message]];
    });
    for (const [index, [field, message]] of known.entries())
      form.setError(field, { message }, { shouldFocus: index === 0 });
    setFailure(known.length > 0 ? '' : error.message || t('site.error.503.text'));
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    await send(values as Values).catch(show);
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
