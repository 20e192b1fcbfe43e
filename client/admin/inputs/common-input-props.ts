import { required } from 'react-admin';

export const createCommonInputProps = ({ isRequired }: { isRequired: boolean }) => ({
  helperText: false as const,
  ...(isRequired && { validate: required() }),
});
