import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { PasswordField } from './PasswordField.tsx';

export function InvitedStaffAccountForm({ token, onDone }: { token: string; onDone: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const form = useApiForm({
    defaults: { firstname: '', lastname: '', password: '' },
    fields: { 'account.firstname': 'firstname', 'account.lastname': 'lastname', 'account.password': 'password' },
    send: async (account) => {
      await callApi('POST /staff/invitation/accept', { body: { token, account } });
      onDone();
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <TextField
        label={t('accounts.field.firstname')}
        autoComplete="given-name"
        error={form.errorOf('firstname')}
        {...form.register('firstname', rules.required)}
      />
      <TextField
        label={t('accounts.field.lastname')}
        autoComplete="family-name"
        error={form.errorOf('lastname')}
        {...form.register('lastname', rules.required)}
      />
      <PasswordField
        label={t('accounts.field.password')}
        hint={t('accounts.field.password.hint', { min: passwordLengthLimits.min })}
        autoComplete="new-password"
        error={form.errorOf('password')}
        {...form.register('password', rules.password)}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
        {t('invitation.accept')}
      </Button>
    </form>
  );
}
