import { useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { Form } from '#shared/forms/forms-contract.ts';
import { listVisibleFields } from '#shared/forms/visible-fields.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { FormFieldView } from './FormFieldView.tsx';
import css from './FormView.module.css';
import { type FormTarget, useFormSubmission } from './use-form-submission.ts';

interface FormViewProps {
  form: Form;
  isContact: boolean;
  /** The result of sending the form without scripts. */
  sent?: FormSubmissionResult | undefined;
}

const targetOf = (form: Form, isContact: boolean): FormTarget & { action: string } =>
  isContact
    ? { key: 'contact', url: buildApiUrl('POST /message'), action: '/forms/contact' }
    : {
        key: String(form.id),
        url: buildApiUrl('POST /forms/{id}/submit', { params: { id: form.id } }),
        action: `/forms/${form.id}`,
      };

/** A form. Without scripts it is sent as a POST to its own page, which shows the result. */
export function FormView({ form, isContact, sent }: FormViewProps) {
  const { t } = useTexts();
  const element = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const { action, ...target } = targetOf(form, isContact);
  const submission = useFormSubmission(form, target, element, sent);
  const { state, failure, isSending } = submission;
  if (submission.isSent) return <SentMessage form={form} action={action} restart={submission.restart} />;
  const shown = new Set(listVisibleFields(form.fields, state.answers).map(({ name }) => name));
  return (
    <form
      ref={element}
      className={css.form}
      method="post"
      encType="multipart/form-data"
      action={action}
      noValidate={isHydrated}
      onFocus={submission.prepare}
      onChange={submission.sync}
      onSubmit={submission.submit}
    >
      {form.fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          isShown={shown.has(field.name)}
          answers={state.answers[field.name] ?? []}
          error={state.errors[field.name]}
        />
      ))}
      <label className={css.trap} aria-hidden>
        {t('forms.website')}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <div className={css.end}>
        <FormMessage kind="failure">{failure}</FormMessage>
        <p className={css.retention}>
          {t('forms.retention', { days: form.retentionDays })} <a href="/privacy-policy">{t('forms.privacy')}</a>
        </p>
        <Button type="submit" isBusy={isSending}>
          {isSending ? t('forms.sending') : form.submitLabel || t('forms.send')}
        </Button>
      </div>
    </form>
  );
}

function SentMessage({ form, action, restart }: { form: Form; action: string; restart: () => void }) {
  const { t } = useTexts();
  return (
    <div className={css.sent}>
      <FocusOnMount>
        <FormMessage kind="success">
          <p>{form.confirmation}</p>
        </FormMessage>
      </FocusOnMount>
      <ButtonLink
        look="quiet"
        href={action}
        onClick={(event) => {
          event.preventDefault();
          restart();
        }}
      >
        {t('forms.again')}
      </ButtonLink>
    </div>
  );
}
