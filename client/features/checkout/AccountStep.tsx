import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import css from './Checkout.module.css';
import { CheckoutStep } from './CheckoutStep.tsx';
import { useCheckout } from './checkout-context.ts';
import { RadioOption } from './RadioOption.tsx';
import { useLogout } from './use-logout.ts';

/** Checkout step that shows the logged-in customer, or the log-in and registration forms. */
export function AccountStep({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const { errors, clearErrors } = useCheckout();
  const completeLogin = () => {
    clearErrors('account');
    onLogin();
  };
  return (
    <CheckoutStep number={1} title={t('ordering.step.account')}>
      {me.id === '' ? (
        <div className={css.entrance} data-area>
          <FieldError id="error-account" error={errors.account} />
          <LoginOrRegister onLogin={completeLogin} />
        </div>
      ) : (
        <LoggedInCustomer />
      )}
    </CheckoutStep>
  );
}

function LoggedInCustomer() {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const logout = useLogout();
  return (
    <p className={css.known}>
      <span>
        {me.firstname} {me.lastname}
        <br />
        <span className={css.soft}>{me.email}</span>
      </span>
      <Button look="text" onClick={logout}>
        {t('ordering.step.account.other')}
      </Button>
    </p>
  );
}

/** Keeps both forms mounted, so that switching between them loses no input. */
function LoginOrRegister({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const [mode, setMode] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState('');
  return (
    <>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('ordering.step.account')}</legend>
        <RadioOption
          name="way"
          value="login"
          checked={mode === 'login'}
          onChoose={() => setMode('login')}
          title={t('accounts.login')}
        />
        <RadioOption
          name="way"
          value="register"
          checked={mode === 'register'}
          onChoose={() => setMode('register')}
          title={t('accounts.register')}
        >
          {t('ordering.step.account.new')}
        </RadioOption>
      </fieldset>
      <div hidden={mode !== 'login'}>
        <LoginForm key={registered} email={registered} onDone={onLogin} />
      </div>
      <div hidden={mode !== 'register'}>
        <RegisterForm onSent={setRegistered} />
      </div>
    </>
  );
}
