import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import type { FormField } from '#shared/forms/form-field.ts';
import { formLimits, formUploadMimeTypesByName } from '#shared/forms/form-limits.ts';
import type { FieldViewProps } from './field-view-props.ts';

type UploadField = Extract<FormField, { type: 'file' }>;

export function FileField({ field, error }: FieldViewProps<UploadField>) {
  const { t, number } = useTexts();
  const { name, label, hint, accept, isRequired, showIf, maxFiles = 1, maxBytes = formLimits.fileBytes } = field;
  const limits = t('forms.files.hint', {
    types: accept.map((type) => type.toUpperCase()).join(', '),
    megabytes: number(maxBytes / 2 ** 20, { maximumFractionDigits: 1 }),
  });
  return (
    <TextField
      type="file"
      name={name}
      label={label}
      hint={hint ? `${hint} (${limits})` : limits}
      error={error}
      optional={isRequired ? undefined : t('forms.optional')}
      required={isRequired && !showIf}
      multiple={maxFiles > 1}
      accept={accept.map((type) => formUploadMimeTypesByName[type]).join(',')}
    />
  );
}
