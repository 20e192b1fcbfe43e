import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { useSession } from '#client/features/accounts/session.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError, TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import { customerModes } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { useLogout } from '../use-logout.ts';

/**
 * Checkout step that shows the logged-in customer, or offers the ways to order: as a guest, after a log-in, or with a
 * new account.
 */
export function AccountStep({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const me = useSession((state) => state.me);
  const { errors, clearErrors } = useCheckout();
  const completeLogin = () => {
    clearErrors('account');
    onLogin();
  };
  return (
    <CheckoutStep number={1} title={t('checkout.step.account')}>
      {me.id === '' ? (
        <div className={css.entrance} data-area>
          <FieldError id="error-account" error={errors.account} />
          <GuestOrAccount onLogin={completeLogin} />
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
        {t('checkout.step.account.other')}
      </Button>
    </p>
  );
}

/** All forms stay mounted, so that switching between them loses no input. */
function GuestOrAccount({ onLogin }: { onLogin: () => void }) {
  const { t } = useTexts();
  const { clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const mode = useCheckoutDraft((state) => state.customerMode);
  const [registered, setRegistered] = useState('');
  const titles = {
    guest: t('checkout.step.account.guest'),
    login: t('accounts.login'),
    register: t('accounts.register'),
  };
  const hints = { guest: t('checkout.step.account.guest.text'), login: null, register: t('checkout.step.account.new') };
  return (
    <>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('checkout.step.account')}</legend>
        {customerModes.map((value) => (
          <RadioOption
            key={value}
            name="way"
            value={value}
            checked={mode === value}
            onChoose={() => {
              checkout.getState().setCustomerMode(value);
              clearErrors('account', 'user.email');
            }}
            title={titles[value]}
          >
            {hints[value]}
          </RadioOption>
        ))}
      </fieldset>
      <div hidden={mode !== 'guest'}>
        <GuestEmail />
      </div>
      <div hidden={mode !== 'login'}>
        <LoginForm key={registered} email={registered} onDone={onLogin} />
      </div>
      <div hidden={mode !== 'register'}>
        <RegisterForm onSent={setRegistered} />
      </div>
    </>
  );
}

function GuestEmail() {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const email = useCheckoutDraft((state) => state.email);
  return (
    <TextField
      label={t('accounts.field.email')}
      hint={t('checkout.step.account.guest.email')}
      type="email"
      inputMode="email"
      name="email"
      autoComplete="email"
      maxLength={maxTextLengths.email}
      value={email}
      error={errors['user.email']}
      onChange={({ target }) => {
        checkout.getState().setEmail(target.value);
        clearErrors('user.email');
      }}
    />
  );
}
