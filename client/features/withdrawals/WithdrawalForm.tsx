import { useCallback, useEffect, useRef, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { type ApiForm, useApiForm } from '#client/core/use-api-form.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { createAccountFieldRules } from '#client/features/accounts/create-account-field-rules.ts';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import css from './WithdrawalPage.module.css';

/**
 * Withdrawal form in two steps, as directive 2011/83/EU, article 11a requires: the declaration, then its confirmation.
 */
export function WithdrawalForm({ sent }: { sent?: FormSubmissionResult | undefined }) {
  const [step, setStep] = useState<'write' | 'confirm'>(isConfirming(sent) ? 'confirm' : 'write');
  const [receivedAt, setReceivedAt] = useState((sent?.isAccepted && sent.answers.receivedAt?.[0]) || '');
  const isHydrated = useHydrated();
  const fieldToFocus = useRef<keyof WithdrawalFormValues>(null);
  const form = useApiForm<WithdrawalFormValues>({
    defaults: readWithdrawalFormValues(sent),
    refused: sent,
    send: async (body) => {
      if (step === 'write') return setStep('confirm');
      setReceivedAt((await callApi('POST /withdrawal', { body })).receivedAt);
    },
  });
  useEffect(() => {
    const number = new URLSearchParams(window.location.search).get('order');
    if (number) form.setValue('orderNumber', number.slice(0, maxTextLengths.orderNumber));
  }, [form.setValue]);
  useCustomerPrefill(form);

  const goBackTo = useCallback((field: keyof WithdrawalFormValues) => {
    fieldToFocus.current = field;
    setStep('write');
  }, []);
  const refusedField = withdrawalFieldNames.find((name) => form.errorOf(name));
  useEffect(() => {
    // An error leads back to the first step, and the form stays there when typing clears the error.
    if (step === 'confirm' && refusedField) goBackTo(refusedField);
  }, [step, refusedField, goBackTo]);
  useEffect(() => {
    if (step === 'write' && fieldToFocus.current) form.setFocus(fieldToFocus.current);
  }, [step, form.setFocus]);

  if (receivedAt !== '') return <WithdrawalReceived email={form.getValues('email').trim()} receivedAt={receivedAt} />;
  return (
    <form
      className={css.form}
      method="post"
      encType="multipart/form-data"
      action="/withdrawal"
      onSubmit={form.submit}
      noValidate={isHydrated}
    >
      {step === 'write' ? (
        <WithdrawalFields form={form} />
      ) : (
        <FocusOnMount>
          <WithdrawalSummary values={form.getValues()} />
          {withdrawalFieldNames.map((name) => (
            <input key={name} type="hidden" name={name} value={form.getValues(name)} />
          ))}
        </FocusOnMount>
      )}
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <StepButtons step={step} isBusy={form.isBusy} onEdit={() => goBackTo('name')} />
    </form>
  );
}

interface StepButtonsProps {
  step: 'write' | 'confirm';
  isBusy: boolean;
  onEdit: () => void;
}

/** Without scripts, the pressed button tells the server the step. */
function StepButtons({ step, isBusy, onEdit }: StepButtonsProps) {
  const { t } = useTexts();
  return (
    <div className={css.acts}>
      <Button type="submit" name="step" value={step} isBusy={isBusy}>
        {t(step === 'write' ? 'withdrawals.next' : 'withdrawals.confirm')}
      </Button>
      {step === 'confirm' && (
        <Button
          type="submit"
          name="step"
          value="edit"
          look="quiet"
          onClick={(event) => {
            event.preventDefault();
            onEdit();
          }}
        >
          {t('withdrawals.back')}
        </Button>
      )}
    </div>
  );
}

/** Checks whether a form that was sent without scripts waits for its confirmation. */
const isConfirming = (sent: FormSubmissionResult | undefined): boolean =>
  sent?.answers.step?.[0] === 'confirm' && Object.keys(sent.errors).length === 0;

function WithdrawalReceived({ email, receivedAt }: { email: string; receivedAt: string }) {
  const { t, date } = useTexts();
  const when = date(receivedAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div className={css.form}>
      <FocusOnMount>
        <FormMessage kind="success">
          <h2>{t('withdrawals.done')}</h2>
          <p>{t('withdrawals.done.text', { when, email })}</p>
        </FormMessage>
      </FocusOnMount>
    </div>
  );
}

/** Fills in the name and email address of a logged-in customer if the fields are still empty. */
function useCustomerPrefill({ getValues, setValue }: ApiForm<WithdrawalFormValues>): void {
  // If the profile cannot be loaded, the fields stay empty, because the form needs no log-in.
  const { data: customer } = useLoadCustomerProfile();
  useEffect(() => {
    if (!customer) return;
    if (getValues('name') === '') setValue('name', `${customer.firstname} ${customer.lastname}`.trim());
    if (getValues('email') === '') setValue('email', customer.email);
  }, [customer, getValues, setValue]);
}

/** Shows the withdrawal declaration that is to be confirmed, in the wording of the legal model form. */
function WithdrawalSummary({ values }: { values: WithdrawalFormValues }) {
  const { t } = useTexts();
  return (
    <section className={css.summary} aria-labelledby="declaration">
      <h2 id="declaration">{t('withdrawals.summary')}</h2>
      <p>{t('withdrawals.statement', { name: values.name.trim(), number: values.orderNumber.trim() })}</p>
      {values.message.trim() && <p className={css.message}>{values.message}</p>}
      <p>{t('withdrawals.to', { email: values.email.trim() })}</p>
    </section>
  );
}

interface WithdrawalFormValues {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

/** Returns the values of a form that was sent without scripts; empty ones without such a form. */
const readWithdrawalFormValues = (sent: FormSubmissionResult | undefined): WithdrawalFormValues => {
  const [name, email, orderNumber, message] = withdrawalFieldNames.map((field) => sent?.answers[field]?.[0] ?? '');
  return { name, email, orderNumber, message } as WithdrawalFormValues;
};

/** The fields of the form in the order of the page. */
const withdrawalFieldNames = [
  'name',
  'email',
  'orderNumber',
  'message',
] as const satisfies (keyof WithdrawalFormValues)[];

function WithdrawalFields({ form }: { form: ApiForm<WithdrawalFormValues> }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  return (
    <>
      <TextField
        label={t('withdrawals.name')}
        autoComplete="name"
        maxLength={2 * maxTextLengths.name}
        required
        defaultValue={form.getValues('name')}
        error={form.errorOf('name')}
        {...form.register('name', rules.required)}
      />
      <TextField
        label={t('accounts.field.email')}
        hint={t('withdrawals.email')}
        type="email"
        autoComplete="email"
        maxLength={maxTextLengths.email}
        required
        defaultValue={form.getValues('email')}
        error={form.errorOf('email')}
        {...form.register('email', rules.email)}
      />
      <TextField
        label={t('withdrawals.number')}
        hint={t('withdrawals.number.hint')}
        autoComplete="off"
        maxLength={maxTextLengths.orderNumber}
        required
        defaultValue={form.getValues('orderNumber')}
        error={form.errorOf('orderNumber')}
        {...form.register('orderNumber', rules.required)}
      />
      <TextAreaField
        label={t('withdrawals.message')}
        optional={t('accounts.field.optional')}
        hint={t('withdrawals.message.hint')}
        maxLength={maxTextLengths.message}
        defaultValue={form.getValues('message')}
        error={form.errorOf('message')}
        {...form.register('message')}
      />
    </>
  );
}
