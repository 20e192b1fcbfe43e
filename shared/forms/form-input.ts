import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { type InputIssue, refineBy } from '../input-issue.ts';
import { Localized } from '../localized.ts';
import { formFieldOf } from './form-field.ts';
import { formLimits, reservedFieldNames } from './form-limits.ts';

/** A field with texts in all languages. */
export const LocalizedFormField = formFieldOf(Localized);
export type LocalizedFormField = z.infer<typeof LocalizedFormField>;

/** Fields that a contact form must have, with their types. */
export const contactFieldTypes = { name: 'text', email: 'email', message: 'longText' } as const;

interface Form {
  isContact: boolean;
  fields: readonly LocalizedFormField[];
}

function fieldIssues(field: LocalizedFormField, earlier: ReadonlyMap<string, LocalizedFormField>): InputIssue[] {
  const issues: InputIssue[] = [];
  if (earlier.has(field.name)) issues.push({ path: ['name'], message: `the name "${field.name}" is used already` });
  // Multipart parsers refuse the names of inherited properties.
  if (reservedFieldNames.some((name) => name === field.name) || field.name in {})
    issues.push({ path: ['name'], message: `the name "${field.name}" is reserved` });
  if (field.showIf && !earlier.has(field.showIf.field))
    issues.push({ path: ['showIf', 'field'], message: `no earlier field is named "${field.showIf.field}"` });
  if ('options' in field && new Set(field.options.map(({ value }) => value)).size < field.options.length)
    issues.push({ path: ['options'], message: 'two options have the same value' });
  return issues;
}

/** Checks the rules that involve several fields. */
export function formIssues({ isContact, fields }: Form): InputIssue[] {
  const earlier = new Map<string, LocalizedFormField>();
  const issues = fields.flatMap((field, index) => {
    const found = fieldIssues(field, earlier);
    earlier.set(field.name, field);
    return found.map(({ path, message }) => ({ path: ['fields', index, ...path], message }));
  });
  if (!isContact) return issues;
  const missing = Object.entries(contactFieldTypes).filter(([name, type]) => earlier.get(name)?.type !== type);
  return [
    ...issues,
    ...missing.map(([name, type]) => ({
      path: ['fields'],
      message: `a contact form needs the field "${name}" of type ${type}`,
    })),
  ];
}

export const FormFields = z.strictObject({
  id: Id,
  title: Localized,
  /** Sentences above the fields. */
  intro: Localized.default(''),
  submitLabel: Localized.default(''),
  /** Shown after the form was sent. */
  confirmation: Localized,
  /** The form of the contact page; one per site. */
  isContact: z.boolean().default(false),
  /** Receives the answers; by default the estate's email address. */
  recipient: z.email().nullable().default(null),
  /** Days after which answers are erased. */
  retentionDays: z.int().min(1).max(1_095).default(365),
  fields: z.array(LocalizedFormField).min(1).max(formLimits.fields),
});

/** A form as an estate defines it. */
export const FormInput = FormFields.superRefine(refineBy(formIssues));
export type FormInput = z.infer<typeof FormInput>;
