import { required } from 'react-admin';

/** Creates the properties that most inputs have, whatever the kind of their field. */
export const createRequiredInputProps = ({ isRequired }: { isRequired: boolean }) => ({
  helperText: false as const,
  ...(isRequired && { validate: required() }),
});
