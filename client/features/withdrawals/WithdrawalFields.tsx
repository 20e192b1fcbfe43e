import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import type { ApiForm } from '#client/core/use-api-form.ts';
import { createAccountFieldRules } from '#client/features/accounts/create-account-field-rules.ts';
import { TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';

export interface WithdrawalFormValues {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

/** Returns the values of a form that was sent without scripts; empty ones without such a form. */
export const readWithdrawalFormValues = (sent: FormSubmissionResult | undefined): WithdrawalFormValues => {
  const [name, email, orderNumber, message] = withdrawalFieldNames.map((field) => sent?.answers[field]?.[0] ?? '');
  return { name, email, orderNumber, message } as WithdrawalFormValues;
};

/** The fields of the form in the order of the page. */
export const withdrawalFieldNames = [
  'name',
  'email',
  'orderNumber',
  'message',
] as const satisfies (keyof WithdrawalFormValues)[];

export function WithdrawalFields({ form }: { form: ApiForm<WithdrawalFormValues> }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  return (
    <>
      <TextField
        label={t('withdrawals.name')}
        autoComplete="name"
        maxLength={2 * maxTextLengths.name}
        required
        defaultValue={form.getValues('name')}
        error={form.errorOf('name')}
        {...form.register('name', rules.required)}
      />
      <TextField
        label={t('accounts.field.email')}
        hint={t('withdrawals.email')}
        type="email"
        autoComplete="email"
        maxLength={maxTextLengths.email}
        required
        defaultValue={form.getValues('email')}
        error={form.errorOf('email')}
        {...form.register('email', rules.email)}
      />
      <TextField
        label={t('withdrawals.number')}
        hint={t('withdrawals.number.hint')}
        autoComplete="off"
        maxLength={maxTextLengths.orderNumber}
        required
        defaultValue={form.getValues('orderNumber')}
        error={form.errorOf('orderNumber')}
        {...form.register('orderNumber', rules.required)}
      />
      <TextAreaField
        label={t('withdrawals.message')}
        optional={t('accounts.field.optional')}
        hint={t('withdrawals.message.hint')}
        maxLength={maxTextLengths.message}
        defaultValue={form.getValues('message')}
        error={form.errorOf('message')}
        {...form.register('message')}
      />
    </>
  );
}
