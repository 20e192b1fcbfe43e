import { useState } from 'react';
import { CallFailure } from '#client/api/call.ts';
import { useSession, useSessionStore, useTexts } from '#client/app/app-context.tsx';
import { toast } from '#client/app/notices/toast.ts';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { logOut } from '#client/features/accounts/session.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Checkout.module.css';
import { Choice } from './Choice.tsx';
import { useCheckout } from './checkout-context.ts';
import { Step } from './Step.tsx';

/** Who orders: whoever is logged in, else a log-in or registration without leaving the page. */
export function AccountStep({ expired, onLogin }: { expired: boolean; onLogin: () => void }) {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const { faults } = useCheckout();
  return (
    <Step number={1} title={t('ordering.step.account')}>
      <FormMessage kind="info">{expired && me.id === '' && t('accounts.login.again')}</FormMessage>
      {me.id === '' ? <Entrance onLogin={onLogin} /> : <KnownCustomer />}
      <FieldError id="fault-account" error={me.id === '' ? faults.account : undefined} />
    </Step>
  );
}

function KnownCustomer() {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const session = useSessionStore();
  const leave = () =>
    logOut(session).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      toast(error.message || t('site.error.503.text'), 'failure');
    });
  return (
    <p className={css.known}>
      <span>
        {me.firstname} {me.lastname}
        <br />
        <span className={css.soft}>{me.email}</span>
      </span>
      <Button look="text" onClick={leave}>
        {t('ordering.step.account.other')}
      </Button>
    </p>
  );
}

function Entrance({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const [way, setWay] = useState<'login' | 'register'>('login');
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
      {way === 'login' ? <LoginForm onDone={onLogin} /> : <RegisterForm />}
    </>
  );
}
