import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { showToast } from '#client/core/toast.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import css from '../Accounts.module.css';
import { createAccountFieldRules } from '../create-account-field-rules.ts';
import { PasswordField } from '../PasswordField.tsx';

const empty = { currentPassword: '', newPassword: '' };

/** Form that changes the password. The change ends the customer's sessions on other devices. */
export function PasswordForm() {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const form = useApiForm({
    defaults: empty,
    send: async (body) => {
      await callApi('PUT /user/password', { body });
      form.reset(empty);
      showToast(t('accounts.password.saved'), 'success');
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <PasswordField
        label={t('accounts.field.current-password')}
        autoComplete="current-password"
        error={form.errorOf('currentPassword')}
        {...form.register('currentPassword', { required: t('accounts.field.required') })}
      />
      <PasswordField
        label={t('accounts.field.new-password')}
        hint={t('accounts.field.password.hint', { min: passwordLengthLimits.min })}
        autoComplete="new-password"
        error={form.errorOf('newPassword')}
        {...form.register('newPassword', rules.password)}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy}>
        {t('accounts.password.save')}
      </Button>
    </form>
  );
}
