import { useController } from 'react-hook-form';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { showToast } from '#client/core/toast.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from '../Accounts.module.css';
import { createAccountFieldRules } from '../create-account-field-rules.ts';
import { NameFields, PersonDetails } from '../PersonFields.tsx';
import { type CustomerProfile, useSessionStore } from '../session.tsx';

/** Form for the customer's profile. The email address identifies the account and cannot be changed. */
export function ProfileForm({ me }: { me: CustomerProfile }) {
  const texts = useTexts();
  const { t } = texts;
  const session = useSessionStore();
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const { phone = '', birthdate } = me;
  const form = useApiForm({
    defaults: { firstname: me.firstname, lastname: me.lastname, phone, birthdate },
    send: async (body) => {
      const saved = await callApi('PUT /user', { body });
      session.getState().start(saved);
      form.reset(body);
      showToast(t('accounts.saved'), 'success');
    },
  });
  // Fields are registered in the order of the page, because on errors the first registered one receives the focus.
  const firstname = form.register('firstname', rules.required);
  const lastname = form.register('lastname', rules.required);
  const birthdateRules = birthdate === '' ? rules.optionalBirthdate : rules.birthdate;
  const { field: birthdateField } = useController({ control: form.control, name: 'birthdate', rules: birthdateRules });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <TextField label={t('accounts.field.email')} hint={t('accounts.profile.email')} value={me.email} readOnly />
      <NameFields
        firstname={{ error: form.errorOf('firstname'), ...firstname }}
        lastname={{ error: form.errorOf('lastname'), ...lastname }}
      />
      <PersonDetails
        birthdate={{ ...birthdateField, error: form.errorOf('birthdate') }}
        phone={{ error: form.errorOf('phone'), ...form.register('phone', rules.phone) }}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy}>
        {t('accounts.profile.save')}
      </Button>
    </form>
  );
}
