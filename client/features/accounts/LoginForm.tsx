import { lazy, Suspense, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { PasswordField } from './PasswordField.tsx';
import { useSessionStore } from './session.tsx';
import { CookiesBlockedError, logIn } from './session-actions.ts';

const SecondFactorCodeForm = lazy(() => import('./SecondFactorCodeForm.tsx'));

export function LoginForm({ onDone, email = '' }: { onDone: () => void; email?: string }) {
  const texts = useTexts();
  const { t } = texts;
  const session = useSessionStore();
  const { site } = useSiteShell();
  const rules = createAccountFieldRules(texts, site.timeZone);
  const [isBlocked, setBlocked] = useState(false);
  const [codeToken, setCodeToken] = useState<string | null>(null);
  const form = useApiForm({
    defaults: { identifier: email, password: '' },
    send: async ({ identifier, password }) => {
      setBlocked(false);
      try {
        const token = await logIn(session, identifier, password);
        if (token !== null) return setCodeToken(token);
      } catch (error) {
        if (!(error instanceof CookiesBlockedError)) throw error;
        return setBlocked(true);
      }
      onDone();
    },
  });
  if (codeToken !== null)
    return (
      <Suspense>
        <SecondFactorCodeForm codeToken={codeToken} onDone={onDone} onBack={() => setCodeToken(null)} />
      </Suspense>
    );
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <TextField
        label={t('accounts.field.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        error={form.errorOf('identifier')}
        {...form.register('identifier', rules.email)}
      />
      <PasswordField
        label={t('accounts.field.password')}
        autoComplete="current-password"
        error={form.errorOf('password')}
        {...form.register('password', { required: t('accounts.field.required') })}
      />
      <FormMessage kind="failure">{isBlocked ? t('accounts.login.cookies') : form.failure}</FormMessage>
      <div className={css.acts}>
        <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
          {form.isBusy ? t('accounts.login.busy') : t('accounts.login.submit')}
        </Button>
        <a href="/password/reset/ask">{t('accounts.login.forgotten')}</a>
      </div>
    </form>
  );
}
