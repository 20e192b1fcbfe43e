import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { type ApiForm, useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { CheckboxField, TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import { maxTextLengths } from '#shared/limits.ts';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { PasswordField } from './PasswordField.tsx';
import { NameFields, PersonDetails } from './PersonFields.tsx';

const emptyRegistration = {
  email: '',
  password: '',
  firstname: '',
  lastname: '',
  phone: '',
  birthdate: '',
  acceptTerms: false,
  newsletter: false,
};
type RegistrationFormValues = typeof emptyRegistration;

interface RegisterFormProps {
  initial?: Partial<RegistrationFormValues>;
  onSent?: (email: string) => void;
}

/**
 * Registration form. The API's response does not reveal whether the email address already has an account, so both cases
 * show the same message.
 */
export function RegisterForm({ initial, onSent }: RegisterFormProps) {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState('');
  const form = useApiForm<RegistrationFormValues>({
    defaults: { ...emptyRegistration, ...initial },
    send: async (body) => {
      await callApi('POST /register', { body });
      setSentTo(body.email.trim());
      onSent?.(body.email.trim());
    },
  });
  if (sentTo !== '')
    return (
      <FocusOnMount>
        <FormMessage kind="success">
          <h3>{t('accounts.register.done')}</h3>
          <p>{t('accounts.register.done.text', { email: sentTo })}</p>
          <Button look="text" onClick={() => setSentTo('')}>
            {t('accounts.register.done.again')}
          </Button>
        </FormMessage>
      </FocusOnMount>
    );
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <PersonalFields form={form} />
      <ConsentFields form={form} />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
        {form.isBusy ? t('accounts.register.busy') : t('accounts.register.submit')}
      </Button>
    </form>
  );
}

function PersonalFields({ form }: { form: ApiForm<RegistrationFormValues> }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  // Fields are registered in the order of the page, because on errors the first registered one receives the focus.
  const firstname = form.register('firstname', rules.required);
  const lastname = form.register('lastname', rules.required);
  const email = form.register('email', rules.email);
  const password = form.register('password', rules.password);
  const { field: birthdate } = useController({ control: form.control, name: 'birthdate', rules: rules.birthdate });
  return (
    <>
      <NameFields
        firstname={{ error: form.errorOf('firstname'), ...firstname }}
        lastname={{ error: form.errorOf('lastname'), ...lastname }}
      />
      <TextField
        label={t('accounts.field.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxTextLengths.email}
        error={form.errorOf('email')}
        {...email}
      />
      <PasswordField
        label={t('accounts.field.password')}
        hint={t('accounts.field.password.hint', { min: passwordLengthLimits.min })}
        autoComplete="new-password"
        error={form.errorOf('password')}
        {...password}
      />
      <PersonDetails
        birthdate={{ ...birthdate, error: form.errorOf('birthdate'), hint: t('accounts.field.birthdate.hint') }}
        phone={{ error: form.errorOf('phone'), ...form.register('phone', rules.phone) }}
      />
    </>
  );
}

function ConsentFields({ form }: { form: ApiForm<RegistrationFormValues> }) {
  const { t } = useTexts();
  const { newsletter: list } = useSiteShell();
  const [before = '', after = ''] = t('accounts.register.why').split('{policy}');
  return (
    <div>
      <CheckboxField
        label={
          <span>
            {t('accounts.register.terms')}{' '}
            <a href="/use-terms" target="_blank" rel="noopener">
              ({t('accounts.register.terms.read')})
            </a>
          </span>
        }
        error={form.errorOf('acceptTerms')}
        {...form.register('acceptTerms', { required: t('accounts.register.terms.needed') })}
      />
      {list && <CheckboxField label={t('accounts.newsletter.consent', { list })} {...form.register('newsletter')} />}
      <p className={css.small}>
        {before}
        <a href="/privacy-policy">{t('accounts.register.policy')}</a>
        {after}
      </p>
    </div>
  );
}
