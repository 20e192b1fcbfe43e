import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { Id } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { languages } from '../languages.ts';
import { Localized, resolveLocalized } from '../localized.ts';
import { createFormFieldSchema } from './form-field.ts';
import { formLimits, reservedFieldNames } from './form-limits.ts';

const LocalizedFormField = createFormFieldSchema(Localized);
export type LocalizedFormField = z.infer<typeof LocalizedFormField>;

interface NamedNewsletterList {
  id: number;
  name: Localized;
}

/**
 * Finds consent fields of a form whose newsletter list is unknown, or whose label does not name the list. Consent to a
 * newsletter is valid only if the visitor knows which newsletter it is (docs/rules.md, "Newsletters").
 */
export function findNewsletterConsentIssues(
  fields: readonly LocalizedFormField[],
  lists: readonly NamedNewsletterList[],
): InputIssue[] {
  return fields.flatMap((field, index): InputIssue[] => {
    if (field.type !== 'consent' || field.newsletterList === undefined) return [];
    const list = lists.find(({ id }) => id === field.newsletterList);
    if (!list)
      return [{ path: ['fields', index, 'newsletterList'], message: `there is no newsletter ${field.newsletterList}` }];
    const isNamed = languages.every((lang) =>
      resolveLocalized(field.label, lang, lang).includes(resolveLocalized(list.name, lang, lang)),
    );
    return isNamed ? [] : [{ path: ['fields', index, 'label'], message: 'must contain the name of the newsletter' }];
  });
}

const requiredContactFormFields = { name: 'text', email: 'email', message: 'longText' } as const;

interface Form {
  isContact: boolean;
  fields: readonly LocalizedFormField[];
}

const isEmailField = ({ type }: LocalizedFormField): boolean => type === 'email';

function fieldIssues(field: LocalizedFormField, earlier: ReadonlyMap<string, LocalizedFormField>): InputIssue[] {
  const issues: InputIssue[] = [];
  if (earlier.has(field.name)) issues.push({ path: ['name'], message: `the name "${field.name}" is used already` });
  // Names such as `constructor` are reserved as well, because multipart parsers refuse the names of inherited
  // properties.
  if (reservedFieldNames.some((name) => name === field.name) || field.name in {})
    issues.push({ path: ['name'], message: `the name "${field.name}" is reserved` });
  if (field.showIf && !earlier.has(field.showIf.field))
    issues.push({ path: ['showIf', 'field'], message: `no earlier field is named "${field.showIf.field}"` });
  if (field.type === 'consent' && field.newsletterList !== undefined && ![...earlier.values()].some(isEmailField))
    issues.push({ path: ['newsletterList'], message: 'a newsletter needs an earlier field of the type "email"' });
  if ('options' in field && new Set(field.options.map(({ value }) => value)).size < field.options.length)
    issues.push({ path: ['options'], message: 'two options have the same value' });
  return issues;
}

function findFormDefinitionIssues({ isContact, fields }: Form): InputIssue[] {
  const earlier = new Map<string, LocalizedFormField>();
  const issues = fields.flatMap((field, index) => {
    const found = fieldIssues(field, earlier);
    earlier.set(field.name, field);
    return found.map(({ path, message }) => ({ path: ['fields', index, ...path], message }));
  });
  if (!isContact) return issues;
  const missing = Object.entries(requiredContactFormFields).filter(([name, type]) => earlier.get(name)?.type !== type);
  return [
    ...issues,
    ...missing.map(([name, type]) => ({
      path: ['fields'],
      message: `a contact form needs the field "${name}" of type ${type}`,
    })),
  ];
}

const FormFields = z.strictObject({
  id: Id,
  title: Localized,
  intro: Localized.default(''),
  submitLabel: Localized.default(''),
  confirmation: Localized,
  /** True for the form of the contact page, of which a site can have one. */
  isContact: z.boolean().default(false),
  /** The email address that receives the answers, which defaults to the estate's. */
  recipient: z.email().nullable().default(null),
  /** Number of days after which answers are erased. */
  retentionDays: z.int().min(1).max(1_095).default(365),
  fields: z.array(LocalizedFormField).min(1).max(formLimits.fields),
});

export const FormDefinitionInput = FormFields.superRefine(createRefinement(findFormDefinitionIssues));
export type FormDefinitionInput = z.infer<typeof FormDefinitionInput>;

export const formResourceSpec = defineResourceSpec({
  name: 'form',
  group: 'messages',
  key: 'id',
  keys: 'assigned',
  file: 'forms.json',
  input: FormDefinitionInput,
  list: { fields: { title: 'text', isContact: 'boolean' }, orders: ['id', 'title'], columns: ['title', 'isContact'] },
});
