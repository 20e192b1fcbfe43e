import { useAdminTexts } from '../core/admin-context.tsx';

/** Returns the function that labels the values of a field. A value without a text is its own label. */
export function useChoiceFormatter(source: string): (value: string) => string {
  const { t } = useAdminTexts();
  const name = source.slice(source.lastIndexOf('.') + 1);
  return (value) => {
    const key = `admin-choices.${name}.${value}`;
    const text = t(key);
    return text === key ? value : text;
  };
}
