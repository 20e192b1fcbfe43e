import { useEffect, useRef, useState } from 'react';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useCallForm } from '#client/core/forms/use-call-form.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { PageTop } from '#client/core/page/PageTop.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { fieldRules } from '#client/features/accounts/field-rules.ts';
import { loadMe } from '#client/features/accounts/session.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { FocusOnMount } from '#client/ui/FocusOnMount.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { mostCharacters } from '#shared/limits.ts';
import css from './WithdrawalPage.module.css';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('ordering.withdrawal');
  return { status: 200, data: { title }, head: { title, description: texts.t('ordering.withdrawal.lead') } };
};

const empty = { name: '', email: '', orderNumber: '', message: '' };
type Declaration = typeof empty;

/** The online withdrawal function: a declaration, then its confirmation (directive 2011/83/EU, article 11a). No log-in. */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title}>
        <p>{t('ordering.withdrawal.lead')}</p>
      </PageTop>
      <NoScriptNotice />
      <Withdrawal />
    </div>
  );
}

function Withdrawal() {
  const { t, date } = useTexts();
  const [step, setStep] = useState<'write' | 'confirm'>('write');
  const [receivedAt, setReceivedAt] = useState('');
  const isBack = useRef(false);
  const form = useCallForm<Declaration>({
    defaults: empty,
    send: async (body) => {
      if (step === 'write') return setStep('confirm');
      setReceivedAt((await callApi('POST /withdrawal', { body })).receivedAt);
    },
  });
  useEffect(() => {
    const number = new URLSearchParams(window.location.search).get('order');
    if (number) form.setValue('orderNumber', number.slice(0, mostCharacters.orderNumber));
  }, [form.setValue]);
  useKnownCustomer(form);

  const goBack = () => {
    setStep('write');
    isBack.current = true;
  };
  useEffect(() => {
    if (step === 'write' && isBack.current) form.setFocus('name');
  }, [step, form.setFocus]);

  if (receivedAt !== '')
    return (
      <div className={css.form}>
        <FocusOnMount>
          <FormMessage kind="success">
            <h2>{t('ordering.withdrawal.done')}</h2>
            <p>
              {t('ordering.withdrawal.done.text', {
                when: date(receivedAt, { dateStyle: 'long', timeStyle: 'short' }),
                email: form.getValues('email').trim(),
              })}
            </p>
          </FormMessage>
        </FocusOnMount>
      </div>
    );
  const wrong = Object.keys(form.formState.errors).length > 0;
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      {step === 'write' || wrong ? (
        <Fields form={form} />
      ) : (
        <FocusOnMount>
          <Summary values={form.getValues()} />
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

/** Whoever is logged in need not say who they are; what has been typed stays. */
function useKnownCustomer({ getValues, setValue }: ReturnType<typeof useCallForm<Declaration>>): void {
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

function Fields({ form }: { form: ReturnType<typeof useCallForm<Declaration>> }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = fieldRules(texts, useShell().site.timeZone);
  return (
    <>
      <TextField
        label={t('ordering.withdrawal.name')}
        autoComplete="name"
        maxLength={2 * mostCharacters.name}
        error={form.errorOf('name')}
        {...form.register('name', rules.required)}
      />
      <TextField
        label={t('accounts.field.email')}
        hint={t('ordering.withdrawal.email')}
        type="email"
        autoComplete="email"
        maxLength={mostCharacters.email}
        error={form.errorOf('email')}
        {...form.register('email', rules.email)}
      />
      <TextField
        label={t('ordering.withdrawal.number')}
        hint={t('ordering.withdrawal.number.hint')}
        autoComplete="off"
        maxLength={mostCharacters.orderNumber}
        error={form.errorOf('orderNumber')}
        {...form.register('orderNumber', rules.required)}
      />
      <TextAreaField
        label={t('ordering.withdrawal.message')}
        optional={t('accounts.field.optional')}
        hint={t('ordering.withdrawal.message.hint')}
        maxLength={mostCharacters.message}
        error={form.errorOf('message')}
        {...form.register('message')}
      />
    </>
  );
}

/** What is about to be declared, in the words of the law's own model. */
function Summary({ values }: { values: Declaration }) {
  const { t } = useTexts();
  return (
    <section className={css.summary} aria-labelledby="declaration">
      <h2 id="declaration">{t('ordering.withdrawal.summary')}</h2>
      <p>{t('ordering.withdrawal.statement', { name: values.name.trim(), number: values.orderNumber.trim() })}</p>
      {values.message.trim() && <p className={css.message}>{values.message}</p>}
      <p>{t('ordering.withdrawal.to', { email: values.email.trim() })}</p>
    </section>
  );
}
