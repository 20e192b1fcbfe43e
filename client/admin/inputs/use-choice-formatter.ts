import { useResourceContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { listChoiceTextKeys } from '../core/i18n-provider.ts';

/** Returns the function that labels the values of a field. A value without a text is its own label. */
export function useChoiceFormatter(source: string): (value: string) => string {
  const { t } = useAdminTexts();
  const resource = useResourceContext() ?? '';
  return (value) => {
    const key = listChoiceTextKeys(resource, source, value).find((candidate) => t(candidate) !== candidate);
    return key ? t(key) : value;
  };
}
