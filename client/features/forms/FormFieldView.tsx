import { useId } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CheckboxField, FieldError, SelectField, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import type { FormField } from '#shared/forms/form-field.ts';
import { formLimits, formUploadTypes } from '#shared/forms/form-limits.ts';
import { consentGivenAnswer } from '#shared/forms/visible-fields.ts';
import { maxTextLengths } from '#shared/limits.ts';
import css from './FormView.module.css';

/** Maximum number of choices that are shown as radio buttons. Longer lists are a select element. */
const maxRadioButtons = 5;

/** Types of fields with one line, two of which stand side by side. */
const narrowTypes: readonly FormField['type'][] = ['text', 'email', 'phone', 'number', 'date'];

/**
 * A field with its label. The inputs are uncontrolled, so that nothing that is typed before hydration is lost. A hidden
 * field stays in the document, because browsers without scripts show it.
 */
export function FormFieldView({ isShown, ...props }: FieldViewProps & { isShown: boolean }) {
  return (
    <div
      className={css.field}
      data-narrow={narrowTypes.includes(props.field.type) || undefined}
      data-hidden={!isShown || undefined}
    >
      <FieldInput {...props} />
    </div>
  );
}

function useFieldProps({ field, answers, error }: FieldViewProps) {
  const { t } = useTexts();
  return {
    name: field.name,
    label: field.label,
    hint: field.hint,
    error,
    optional: field.isRequired ? undefined : t('forms.optional'),
    // Without scripts a conditional field is always shown, so the browser must not require it.
    required: field.isRequired && !field.showIf,
    autoComplete: field.autocomplete,
    defaultValue: answers[0] ?? '',
  };
}

type UploadField = Extract<FormField, { type: 'file' }>;

function FileField({ field, error }: FieldViewProps<UploadField>) {
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
      accept={accept.map((type) => formUploadTypes[type]).join(',')}
    />
  );
}

function FieldInput(props: FieldViewProps) {
  const { field, answers, error } = props;
  const common = useFieldProps(props);
  switch (field.type) {
    case 'text':
      return <TextField {...common} maxLength={field.maxLength ?? formLimits.textLength} />;
    case 'longText':
      return <TextAreaField {...common} rows={6} maxLength={field.maxLength ?? formLimits.longTextLength} />;
    case 'email':
      return <TextField {...common} type="email" inputMode="email" maxLength={maxTextLengths.email} />;
    case 'phone':
      return <TextField {...common} type="tel" inputMode="tel" maxLength={maxTextLengths.phone} />;
    case 'number':
      return <TextField {...common} inputMode={field.isDecimal ? 'decimal' : 'numeric'} maxLength={20} />;
    case 'date':
      return <TextField {...common} type="date" {...dayLimits(field)} />;
    case 'choice':
      return field.options.length > maxRadioButtons ? (
        <ChoiceSelect {...common} options={field.options} />
      ) : (
        <ChoiceGroup field={field} answers={answers} error={error} />
      );
    case 'choices':
      return <ChoiceGroup field={field} answers={answers} error={error} />;
    case 'file':
      return <FileField field={field} answers={answers} error={error} />;
    case 'consent': {
      const { label, name, required } = common;
      const input = { name, required, value: consentGivenAnswer, defaultChecked: answers.includes(consentGivenAnswer) };
      return <CheckboxField {...input} label={label} error={error} />;
    }
  }
}

/**
 * Returns the fixed limits of a date field. The limit `today` depends on the time of the visit, so it is not part of
 * the cached page; `checkAnswers` checks it when the form is sent.
 */
const dayLimits = ({ min, max }: Extract<FormField, { type: 'date' }>) => ({
  ...(min !== 'today' && { min }),
  ...(max !== 'today' && { max }),
});

type SelectProps = ReturnType<typeof useFieldProps> & { options: readonly { value: string; label: string }[] };

function ChoiceSelect({ options, ...select }: SelectProps) {
  const { t } = useTexts();
  return (
    <SelectField {...select}>
      <option value="">{t('forms.choose')}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

type ChoiceField = Extract<FormField, { type: 'choice' | 'choices' }>;

/** Radio buttons for one answer, checkboxes for several. */
function ChoiceGroup({ field, answers, error }: FieldViewProps<ChoiceField>) {
  const id = useId();
  const { t } = useTexts();
  const isSingle = field.type === 'choice';
  const description = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={css.choices} aria-describedby={description} data-invalid={error ? true : undefined}>
      <legend>
        {field.label}
        {!field.isRequired && <span className={css.optional}> {t('forms.optional')}</span>}
      </legend>
      {field.options.map(({ value, label }) => (
        <label key={value}>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={field.name}
            value={value}
            defaultChecked={answers.includes(value)}
            required={isSingle && field.isRequired && !field.showIf}
            aria-invalid={error ? true : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
      {field.hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {field.hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

interface FieldViewProps<Field extends FormField = FormField> {
  field: Field;
  answers: readonly string[];
  error: string | undefined;
}
