import { useId } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import type { FormField } from '#shared/forms/form-field.ts';
import css from './FormView.module.css';
import type { FieldViewProps } from './field-view-props.ts';

type ChoiceField = Extract<FormField, { type: 'choice' | 'choices' }>;

/** Radio buttons for one answer, checkboxes for several. */
export function ChoiceGroup({ field, answers, error }: FieldViewProps<ChoiceField>) {
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
