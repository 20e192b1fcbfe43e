import type { FormField } from '#shared/forms/form-field.ts';

export interface FieldViewProps<Field extends FormField = FormField> {
  field: Field;
  answers: readonly string[];
  error: string | undefined;
}
