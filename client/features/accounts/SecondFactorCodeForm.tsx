import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Accounts.module.css';
import { useSessionStore } from './session.tsx';
import { CookiesBlockedError, logInWithCode } from './session-actions.ts';

interface SecondFactorCodeFormProps {
  /** The token that the API returned for the correct password. */
  codeToken: string;
  onDone: () => void;
  onBack: () => void;
}

export default function SecondFactorCodeForm({ codeToken, onDone, onBack }: SecondFactorCodeFormProps) {
  const { t } = useTexts();
  const session = useSessionStore();
  const [isBlocked, setBlocked] = useState(false);
  const form = useApiForm({
    defaults: { code: '' },
    send: async ({ code }) => {
      try {
        await logInWithCode(session, codeToken, code.trim());
      } catch (error) {
        if (!(error instanceof CookiesBlockedError)) throw error;
        return setBlocked(true);
      }
      onDone();
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <FocusOnMount>
        <p>{t('accounts.code.lead')}</p>
      </FocusOnMount>
      <TextField
        label={t('accounts.code.field')}
        hint={t('accounts.code.hint')}
        autoComplete="one-time-code"
        spellCheck={false}
        error={form.errorOf('code')}
        {...form.register('code', { required: t('accounts.field.required') })}
      />
      <FormMessage kind="failure">{isBlocked ? t('accounts.login.cookies') : form.failure}</FormMessage>
      <div className={css.acts}>
        <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
          {t('accounts.login.submit')}
        </Button>
        <Button look="text" onClick={onBack}>
          {t('accounts.code.back')}
        </Button>
      </div>
    </form>
  );
}
