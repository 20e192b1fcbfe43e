import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import css from './Checkout.module.css';
import { RadioOption } from './RadioOption.tsx';
import { useCheckout } from './checkout-context.ts';
import { CheckoutStep } from './CheckoutStep.tsx';
import { useLogout } from './use-logout.ts';

/** Who orders: whoever is logged in, else a log-in or registration without leaving the page. */
export function AccountStep({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const { errors, clearErrors } = useCheckout();
  const enter = () => {
    clearErrors('account');
    onLogin();
  };
  return (
    <CheckoutStep number={1} title={t('ordering.step.account')}>
      {me.id === '' ? (
        <div className={css.entrance} data-area>
          <FieldError id="fault-account" error={errors.account} />
          <LoginOrRegister onLogin={enter} />
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

/** Both forms are there all the time: what was typed into one is not lost when somebody looks at the other. */
function LoginOrRegister({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const [way, setWay] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState('');
  return (
    <>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('ordering.step.account')}</legend>
        <RadioOption
          name="way"
          value="login"
          checked={way === 'login'}
          onChoose={() => setWay('login')}
          title={t('accounts.login')}
        />
        <RadioOption
          name="way"
          value="register"
          checked={way === 'register'}
          onChoose={() => setWay('register')}
          title={t('accounts.register')}
        >
          {t('ordering.step.account.new')}
        </RadioOption>
      </fieldset>
      <div hidden={way !== 'login'}>
        <LoginForm key={registered} email={registered} onDone={onLogin} />
      </div>
      <div hidden={way !== 'register'}>
        <RegisterForm onSent={setRegistered} />
      </div>
    </>
  );
}
