import type { ReactNode } from 'react';
import { ValidationError } from 'react-admin';
import type { FieldError as FormFieldError } from 'react-hook-form';

/** The message of a field's error, for inputs that are not react-admin's: validators of the framework encode it. */
export const FieldError = ({ error }: { error: FormFieldError | undefined }): ReactNode =>
  error?.message ? <ValidationError error={error.message} /> : null;
