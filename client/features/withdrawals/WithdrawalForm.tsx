import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { type CallForm, useCallForm } from '#client/core/forms/use-call-form.ts';
import { loadMe } from '#client/features/accounts/session.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { FocusOnMount } from '#client/ui/FocusOnMount.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { maxTextLength } from '#shared/limits.ts';
import { type Declaration, emptyDeclaration } from './declaration.ts';
import { WithdrawalFields } from './WithdrawalFields.tsx';
import css from './WithdrawalPage.module.css';
import { WithdrawalSummary } from './WithdrawalSummary.tsx';

/** The declaration is written, then confirmed. */
export function WithdrawalForm() {
  const { t } = useTexts();
  const [step, setStep] = useState<'write' | 'confirm'>('write');
  const [receivedAt, setReceivedAt] = useState('');
  const isBack = useRef(false);
  const form = useCallForm<Declaration>({
    defaults: emptyDeclaration,
    send: async (body) => {
      if (step === 'write') return setStep('confirm');
      setReceivedAt((await callApi('POST /withdrawal', { body })).receivedAt);
    },
  });
  useEffect(() => {
    const number = new URLSearchParams(window.location.search).get('order');
    if (number) form.setValue('orderNumber', number.slice(0, maxTextLength.orderNumber));
  }, [form.setValue]);
  useCustomerPrefill(form);

  const goBack = () => {
    setStep('write');
    isBack.current = true;
  };
  useEffect(() => {
    if (step === 'write' && isBack.current) form.setFocus('name');
  }, [step, form.setFocus]);

  if (receivedAt !== '') return <WithdrawalReceived email={form.getValues('email').trim()} receivedAt={receivedAt} />;
  const wrong = Object.keys(form.formState.errors).length > 0;
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      {step === 'write' || wrong ? (
        <WithdrawalFields form={form} />
      ) : (
        <FocusOnMount>
          <WithdrawalSummary values={form.getValues()} />
        </FocusOnMount>
      )}
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <div className={css.acts}>
        <Button type="submit" busy={form.busy} disabled={!form.ready}>
          {t(step === 'write' ? 'ordering.withdrawal.next' : 'ordering.withdrawal.confirm')}
        </Button>
        {step === 'confirm' && (
          <Button look="quiet" onClick={goBack}>
            {t('ordering.withdrawal.back')}
          </Button>
        )}
      </div>
    </form>
  );
}

function WithdrawalReceived({ email, receivedAt }: { email: string; receivedAt: string }) {
  const { t, date } = useTexts();
  const when = date(receivedAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div className={css.form}>
      <FocusOnMount>
        <FormMessage kind="success">
          <h2>{t('ordering.withdrawal.done')}</h2>
          <p>{t('ordering.withdrawal.done.text', { when, email })}</p>
        </FormMessage>
      </FocusOnMount>
    </div>
  );
}

/** Fills in name and e-mail of a customer who is logged in, unless they have been typed. */
function useCustomerPrefill({ getValues, setValue }: CallForm<Declaration>): void {
  const session = useSessionStore();
  useEffect(() => {
    loadMe(session).then(
      (me) => {
        if (!me) return;
        if (getValues('name') === '') setValue('name', `${me.firstname} ${me.lastname}`.trim());
        if (getValues('email') === '') setValue('email', me.email);
      },
      (error: unknown) => {
        // No log-in is needed here: without an answer the fields are filled in by hand.
        if (!(error instanceof CallFailure)) throw error;
      },
    );
  }, [session, getValues, setValue]);
}
