import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../Icon.tsx';
import css from './Field.module.css';

interface FieldFrameProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Text beside the label that marks the field as optional. */
  optional?: string | undefined;
  className?: string | undefined;
}

interface FieldFrameOptions extends FieldFrameProps {
  id: string;
  children: ReactNode;
}

const describedBy = (id: string, { hint, error }: Pick<FieldFrameProps, 'hint' | 'error'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

function FieldFrame({ id, label, hint, error, optional, className, children }: FieldFrameOptions) {
  return (
    <div className={className ? `${css.field} ${className}` : css.field} data-invalid={error ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {optional && <span className={css.optional}> {optional}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** An error message, which screen readers announce when it appears. */
export const FieldError = ({ id, error }: { id: string; error: string | undefined }) => (
  <div role="alert" className={css.errorSlot}>
    {error && (
      <p id={id} className={css.error}>
        <Icon name="warning" />
        <span>{error}</span>
      </p>
    )}
  </div>
);

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, error, optional, className, ...input }: FieldFrameProps & InputProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <input
        type="text"
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextAreaField({ label, hint, error, optional, className, ...area }: FieldFrameProps & TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'className'>;

export function SelectField({ label, hint, error, optional, className, ...select }: FieldFrameProps & SelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  );
}

export function CheckboxField({
  label,
  error,
  className,
  ...input
}: Omit<FieldFrameProps, 'label' | 'hint'> & { label: ReactNode } & InputProps) {
  const id = useId();
  return (
    <div className={className ? `${css.check} ${className}` : css.check} data-invalid={error ? true : undefined}>
      <label>
        <input
          type="checkbox"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
