import { useResourceContext, useTranslate, useWrappedSource } from 'react-admin';

/**
 * Finds a text about a field of the form: the hint below its input, or the text of the button that adds an entry to it.
 * @returns undefined if the field has no such text.
 */
export function useFieldText(part: 'hints' | 'additions', source: string): string | undefined {
  const resource = useResourceContext();
  const path = useWrappedSource(source);
  return useTranslate()(`resources.${resource}.${part}.${path}`, { _: '' }) || undefined;
}
