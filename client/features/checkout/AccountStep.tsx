import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import css from './Checkout.module.css';
import { Choice } from './Choice.tsx';
import { useCheckout } from './checkout-context.ts';
import { Step } from './Step.tsx';
import { useLogout } from './use-logout.ts';

/** Who orders: whoever is logged in, else a log-in or registration without leaving the page. */
export function AccountStep({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const { faults, forgive } = useCheckout();
  const enter = () => {
    forgive('account');
    onLogin();
  };
  return (
    <Step number={1} title={t('ordering.step.account')}>
      {me.id === '' ? (
        <div className={css.entrance} data-area>
          <FieldError id="fault-account" error={faults.account} />
          <Entrance onLogin={enter} />
        </div>
      ) : (
        <KnownCustomer />
      )}
    </Step>
  );
}

function KnownCustomer() {
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
function Entrance({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const [way, setWay] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState('');
  return (
    <>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('ordering.step.account')}</legend>
        <Choice
          name="way"
          value="login"
          checked={way === 'login'}
          onChoose={() => setWay('login')}
          title={t('accounts.login')}
        />
        <Choice
          name="way"
          value="register"
          checked={way === 'register'}
          onChoose={() => setWay('register')}
          title={t('accounts.register')}
        >
          {t('ordering.step.account.new')}
        </Choice>
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
