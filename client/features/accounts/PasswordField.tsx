import { type ComponentProps, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import css from './Accounts.module.css';

/** A password that can be looked at: who sees what they type makes fewer mistakes. */
export function PasswordField({ autoComplete, ...field }: ComponentProps<typeof TextField>) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <TextField {...field} type={shown ? 'text' : 'password'} autoComplete={autoComplete} spellCheck={false} />
      <button type="button" className={css.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t('accounts.password.hide') : t('accounts.password.show')}
      </button>
    </div>
  );
}
