import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { formLimits, formUploadTypes } from './form-limits.ts';

type FormUploadType = keyof typeof formUploadTypes;

const Name = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, { error: 'a name of letters and digits, such as "visitDate"' });
const Value = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'lower-case letters, digits and single hyphens' });
/** The least or greatest answer of a number field. */
const Bound = z.number().min(-1_000_000_000).max(1_000_000_000);
/** A fixed day, or the day on which the form is filled in. */
const Day = z.union([z.literal('today'), z.iso.date()]);

/**
 * Creates the schema of a form's field for each type. Text schemas are a parameter, because their representation
 * differs between a site's files, the database and the wire.
 */
export function createFormFieldSchema<Text extends z.ZodType>(text: Text) {
  const common = {
    /** The name of the field, which is the key of its answer. */
    name: Name,
    label: text,
    hint: z.optional(text),
    isRequired: z.optional(z.boolean()),
    /** The condition of the field: the field is shown only while an earlier field has one of these answers. */
    showIf: z.optional(z.strictObject({ field: Name, values: z.array(z.string()).min(1) })),
    /** Value of the HTML attribute `autocomplete` of the field, such as `given-name`. */
    autocomplete: z.optional(z.string().regex(/^[a-z0-9 -]{1,60}$/)),
  };
  const options = z
    .array(z.strictObject({ value: Value, label: text }))
    .min(1)
    .max(formLimits.options);
  return z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      ...common,
      maxLength: z.optional(z.int().min(1).max(formLimits.textLength)),
    }),
    z.strictObject({
      type: z.literal('longText'),
      ...common,
      maxLength: z.optional(z.int().min(1).max(formLimits.longTextLength)),
    }),
    z.strictObject({ type: z.literal('email'), ...common }),
    z.strictObject({ type: z.literal('phone'), ...common }),
    z.strictObject({
      type: z.literal('number'),
      ...common,
      min: z.optional(Bound),
      max: z.optional(Bound),
      isDecimal: z.optional(z.boolean()),
    }),
    z.strictObject({ type: z.literal('date'), ...common, min: z.optional(Day), max: z.optional(Day) }),
    z.strictObject({ type: z.literal('choice'), ...common, options }),
    z.strictObject({ type: z.literal('choices'), ...common, options }),
    z.strictObject({
      type: z.literal('file'),
      ...common,
      accept: z.array(z.enum(Object.keys(formUploadTypes) as [FormUploadType, ...FormUploadType[]])).min(1),
      maxFiles: z.optional(z.int().min(1).max(formLimits.files)),
      maxBytes: z.optional(z.int().min(1).max(formLimits.fileBytes)),
    }),
    z.strictObject({
      type: z.literal('consent'),
      ...common,
      /** The id of the newsletter that the box subscribes to. The newsletter's name must be part of the label. */
      newsletterList: z.optional(Id),
    }),
  ]);
}

export const FormField = createFormFieldSchema(z.string());
export type FormField = z.infer<typeof FormField>;
