import type { ReactNode } from 'react';
import { ValidationError } from 'react-admin';
import type { FieldError as FormFieldError } from 'react-hook-form';

/**
 * Shows the validation error of an input that is not react-admin's own. The validators of react-admin return encoded
 * messages, which `ValidationError` decodes and translates.
 */
export const FieldError = ({ error }: { error: FormFieldError | undefined }): ReactNode =>
  error?.message ? <ValidationError error={error.message} /> : null;
