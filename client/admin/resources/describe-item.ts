import type { RaRecord } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';

const nameFields = [
  'name',
  'title',
  'label',
  'subject',
  'menuTitle',
  'code',
  'slug',
  'author',
  'type',
  'path',
] as const;

/** Returns the text by which staff recognise an item: its first field of `nameFields` with a text, otherwise its id. */
export function describeItem(record: RaRecord, lang: Lang, siteLang: Lang): string {
  for (const field of nameFields) {
    const text = resolveLocalized(record[field] as Localized | undefined, lang, siteLang);
    if (text !== '') return text;
  }
  const { name } = (record.$info ?? {}) as { name?: string };
  return name ?? String(record.id);
}

/** Returns the function that describes an item in the language of the panel, where a type without a name has its label. */
export function useItemDescriber(): (record: RaRecord) => string {
  const { lang, languages } = useAdminConfig();
  const typeLabel = useChoiceFormatter('type');
  return (record) => {
    const text = describeItem(record, lang, languages[0] ?? lang);
    return text === record.type ? typeLabel(text) : text;
  };
}
