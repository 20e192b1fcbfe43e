import { useShell, useTexts } from '#client/core/app-context.tsx';
import type { CallForm } from '#client/core/forms/use-call-form.ts';
import { fieldRules } from '#client/features/accounts/field-rules.ts';
import { TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { mostCharacters } from '#shared/limits.ts';
import type { Declaration } from './declaration.ts';

export function WithdrawalFields({ form }: { form: CallForm<Declaration> }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = fieldRules(texts, useShell().site.timeZone);
  return (
    <>
      <TextField
        label={t('ordering.withdrawal.name')}
        autoComplete="name"
        maxLength={2 * mostCharacters.name}
        error={form.errorOf('name')}
        {...form.register('name', rules.required)}
      />
      <TextField
        label={t('accounts.field.email')}
        hint={t('ordering.withdrawal.email')}
        type="email"
        autoComplete="email"
        maxLength={mostCharacters.email}
        error={form.errorOf('email')}
        {...form.register('email', rules.email)}
      />
      <TextField
        label={t('ordering.withdrawal.number')}
        hint={t('ordering.withdrawal.number.hint')}
        autoComplete="off"
        maxLength={mostCharacters.orderNumber}
        error={form.errorOf('orderNumber')}
        {...form.register('orderNumber', rules.required)}
      />
      <TextAreaField
        label={t('ordering.withdrawal.message')}
        optional={t('accounts.field.optional')}
        hint={t('ordering.withdrawal.message.hint')}
        maxLength={mostCharacters.message}
        error={form.errorOf('message')}
        {...form.register('message')}
      />
    </>
  );
}
