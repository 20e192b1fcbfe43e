import { type ComponentProps, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import css from './Accounts.module.css';

export function PasswordField({ autoComplete, ...field }: ComponentProps<typeof TextField>) {
  const { t } = useTexts();
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className={css.password}>
      <TextField {...field} type={isRevealed ? 'text' : 'password'} autoComplete={autoComplete} spellCheck={false} />
      <button type="button" className={css.reveal} aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
        {isRevealed ? t('accounts.password.hide') : t('accounts.password.show')}
      </button>
    </div>
  );
}
