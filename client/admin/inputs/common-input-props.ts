import { required } from 'react-admin';

/** Creates the properties that most inputs have, whatever the kind of their field. */
export const createCommonInputProps = ({ isRequired }: { isRequired: boolean }) => ({
  helperText: false as const,
  ...(isRequired && { validate: required() }),
});
