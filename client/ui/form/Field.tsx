import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../Icon.tsx';
import css from './Field.module.css';

interface FieldFrameProps {
  label: string;
  /** What helps to fill it in, below the field. */
  hint?: ReactNode;
  /** What is wrong with it, in words. */
  error?: string | undefined;
  /** Says beside the label that it may be left empty. */
  optional?: string | undefined;
  className?: string | undefined;
}

interface FieldFrameOptions extends FieldFrameProps {
  id: string;
  children: ReactNode;
}

const describedBy = (id: string, { hint, error }: Pick<FieldFrameProps, 'hint' | 'error'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

/** Label above, hint and error below. The error is read out as it comes. */
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

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) => (
  <div role="alert" className={css.fault}>
    {error && (
      <p id={id} className={css.error}>
        <Icon name="warning" />
        {error}
      </p>
    )}
  </div>
);

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** One line of text. */
export function TextField({ label, hint, error, optional, className, ...input }: FieldFrameProps & InputProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
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

/** Several lines of text. */
export function TextAreaField({ label, hint, error, optional, className, ...area }: FieldFrameProps & TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
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

/** One of several; the options are its children. */
export function SelectField({ label, hint, error, optional, className, ...select }: FieldFrameProps & SelectProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  );
}

/** Yes or no. The label may hold links. */
export function CheckField({
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
