import { useRef } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import { useFormProofsOfWork } from '#client/core/proof-of-work/use-form-proofs-of-work.ts';
import { type ApiForm, useApiForm } from '#client/core/use-api-form.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { createAccountFieldRules } from '#client/features/accounts/create-account-field-rules.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError, SelectField, TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { ElementSlot } from '#shared/elements/elements-contract.ts';
import { getLocale } from '#shared/languages.ts';
import { maxTextLengths } from '#shared/limits.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { formatDateRange } from './date-text.ts';
import { listLanguageNames } from './ElementDetails.tsx';
import css from './ElementPage.module.css';
import type { ElementPageData } from './element-teaser.ts';
import {
  type AcceptedRegistration,
  canRegister,
  createInitialRegistrationValues,
  type RegistrationValues,
  useDescribeRegistrationErrors,
} from './registration-values.ts';

interface RegistrationFormProps {
  element: ElementPageData;
  slots: readonly ElementSlot[];
  onSent: (sent: AcceptedRegistration) => void;
  /** Called after a failed call, for example a refusal because places were taken meanwhile. */
  onRefused: () => void;
  /** The registration that was sent without scripts and refused. */
  refused?: FormSubmissionResult | undefined;
}

/**
 * Creates a function that returns the `Idempotency-Key` of a body. The key is the same while the body is unchanged, so
 * that a call whose response was lost can be repeated.
 */
function createIdempotencyKeyProvider(): (body: string) => string {
  let last = { body: '', key: '' };
  return (body) => {
    if (last.body !== body) last = { body, key: createIdempotencyKey() };
    return last.key;
  };
}

export function RegistrationForm({ element, slots, onSent, onRefused, refused }: RegistrationFormProps) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const describeErrors = useDescribeRegistrationErrors(element);
  const requestKey = useRef(createIdempotencyKeyProvider());
  const proofOfWork = useFormProofsOfWork();
  const { route, id, path } = element;
  const form = useApiForm<RegistrationValues>({
    defaults: createInitialRegistrationValues(element, slots, refused),
    refused: refused && describeErrors(refused),
    send: async ({ idSlot, people, email, ...values }) => {
      const body = { ...values, email, idSlot: Number(idSlot), people: Number(people) };
      const idempotencyKey = requestKey.current(JSON.stringify(body));
      const { state } = await callApi('POST /element/{route}/{id}/register', {
        params: { route, id },
        body: { ...body, altcha: await proofOfWork.take() },
        idempotencyKey,
      }).catch((error: unknown) => {
        onRefused();
        throw error;
      });
      onSent({ state, email: email.trim() });
    },
  });
  const chosen = slots.find((slot) => String(slot.id) === form.watch('idSlot'));
  const people = Number(form.watch('people'));
  const isWaiting =
    chosen?.registration === 'WAITING_LIST' || (chosen?.placesLeft != null && people > chosen.placesLeft);
  return (
    <form
      className={css.form}
      method="post"
      encType="multipart/form-data"
      action={path}
      onFocus={proofOfWork.prepare}
      onSubmit={form.submit}
      noValidate={isHydrated}
    >
      <input type="hidden" name="route" value={route} />
      <SlotChoice slots={slots} form={form} />
      <VisitFields element={element} form={form} />
      <PersonFields form={form} />
      <RegistrationTotal price={element.pricePerPerson} people={people} />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <div>
        <Button type="submit" isBusy={form.isBusy}>
          {t(isWaiting ? 'elements.register.submit.waiting' : 'elements.register.submit')}
        </Button>
      </div>
      <p className={css.soft}>{t('elements.register.privacy')}</p>
    </form>
  );
}

type FieldsProps = { form: ApiForm<RegistrationValues> };

function VisitFields({ element: { languages, maxPeople }, form }: FieldsProps & { element: ElementPageData }) {
  const { t, lang } = useTexts();
  const max = maxPeople ?? 1;
  const isValid = (value: string) => /^\d+$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= max;
  const names = listLanguageNames(languages, getLocale(lang));
  return (
    <>
      <TextField
        label={t('elements.field.people')}
        hint={t('elements.field.people.hint', { max })}
        inputMode="numeric"
        maxLength={2}
        defaultValue={form.getValues('people')}
        error={form.errorOf('people')}
        {...form.register('people', {
          validate: (value) => isValid(value) || t('elements.field.people.invalid', { max }),
        })}
      />
      {languages.length > 1 && (
        <SelectField
          label={t('elements.field.language')}
          defaultValue={form.getValues('language')}
          error={form.errorOf('language')}
          {...form.register('language')}
        >
          {languages.map((code, index) => (
            <option key={code} value={code}>
              {names[index]}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

function PersonFields({ form }: FieldsProps) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  return (
    <>
      <TextField
        label={t('elements.field.name')}
        autoComplete="name"
        maxLength={2 * maxTextLengths.name}
        defaultValue={form.getValues('name')}
        error={form.errorOf('name')}
        {...form.register('name', rules.required)}
      />
      <TextField
        label={t('accounts.field.email')}
        hint={t('elements.field.email.hint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxTextLengths.email}
        defaultValue={form.getValues('email')}
        error={form.errorOf('email')}
        {...form.register('email', rules.email)}
      />
    </>
  );
}

function RegistrationTotal({ price, people }: { price: number | null; people: number }) {
  const { t, euros } = useTexts();
  if (!price || !(people >= 1)) return null;
  return (
    <p className={css.total} aria-live="polite">
      {t('elements.register.total', { total: euros(price * people) })}
    </p>
  );
}

interface SlotChoiceProps {
  slots: readonly ElementSlot[];
  form: ApiForm<RegistrationValues>;
}

function SlotChoice({ slots, form }: SlotChoiceProps) {
  const texts = useTexts();
  const { t } = texts;
  const error = form.errorOf('idSlot');
  return (
    <fieldset className={css.slots} aria-describedby={error ? 'slot-error' : undefined}>
      <legend>{t('elements.field.date')}</legend>
      {slots.map((slot) => (
        <label key={slot.id} className={css.slot} data-disabled={!canRegister(slot) || undefined}>
          <input
            type="radio"
            value={String(slot.id)}
            disabled={!canRegister(slot)}
            defaultChecked={form.getValues('idSlot') === String(slot.id)}
            {...form.register('idSlot', { required: t('elements.field.date.missing') })}
          />
          <span className={css.slotWords}>
            <span>{formatDateRange(texts, slot.startsAt, slot.endsAt)}</span>
            <span className={css.soft}>
              <PlacesLeft {...slot} />
            </span>
          </span>
        </label>
      ))}
      <FieldError id="slot-error" error={error} />
    </fieldset>
  );
}

function PlacesLeft({ placesLeft, registration }: ElementSlot) {
  const { t } = useTexts();
  if (registration === 'WAITING_LIST') return t('elements.places.waiting');
  if (registration === 'FULL') return t('elements.places.full');
  if (registration !== 'OPEN') return t('elements.places.closed');
  return placesLeft === null ? t('elements.places.unlimited') : t('elements.places', { count: placesLeft });
}
