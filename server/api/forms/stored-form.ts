import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import type { LocalizedFormField } from '#shared/forms/form-definition-input.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { FormRow } from './forms-repository.ts';

/** A form of the database, or `defaultContactForm`, with the id null, for a site that defines no contact form. */
export type StoredForm = Omit<FormRow, 'siteId' | 'id'> & { id: number | null };

const keys = [
  'contact.title',
  'contact.name',
  'contact.email',
  'contact.phone',
  'contact.message',
  'contact.sent',
] as const;
const texts = readTextsByLanguage<(typeof keys)[number], string>('forms', keys);

const inAllLanguages = (key: (typeof keys)[number]): Localized =>
  Object.fromEntries(languages.map((lang) => [lang, texts[lang][key]]));

export const defaultContactForm: StoredForm = {
  id: null,
  title: inAllLanguages('contact.title'),
  intro: '',
  submitLabel: '',
  confirmation: inAllLanguages('contact.sent'),
  isContact: true,
  recipient: null,
  retentionDays: 365,
  fields: [
    { type: 'text', name: 'name', label: inAllLanguages('contact.name'), isRequired: true, autocomplete: 'name' },
    { type: 'email', name: 'email', label: inAllLanguages('contact.email'), isRequired: true, autocomplete: 'email' },
    { type: 'phone', name: 'phone', label: inAllLanguages('contact.phone'), autocomplete: 'tel' },
    { type: 'longText', name: 'message', label: inAllLanguages('contact.message'), isRequired: true },
  ],
};

function localizeField(field: LocalizedFormField, pickLanguage: PickLocalizedText): FormField {
  const { label, hint, ...others } = field;
  const localized = {
    ...others,
    label: pickLanguage(label),
    ...(hint !== undefined && { hint: pickLanguage(hint) }),
    ...('options' in field && {
      options: field.options.map(({ value, label: text }) => ({ value, label: pickLanguage(text) })),
    }),
  };
  return localized as FormField;
}

export const toForm = (form: StoredForm, pickLanguage: PickLocalizedText): Form => ({
  id: form.id ?? 0,
  title: pickLanguage(form.title),
  intro: pickLanguage(form.intro),
  submitLabel: pickLanguage(form.submitLabel),
  confirmation: pickLanguage(form.confirmation),
  retentionDays: form.retentionDays,
  fields: form.fields.map((field) => localizeField(field, pickLanguage)),
});
