import { useQueries } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';
import { getLanguageCode, getLocale, isLang, type Lang, languages } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { type AdminTexts, isInstant } from '../core/admin-texts.ts';
import { listChoiceTextKeys } from '../core/i18n-provider.ts';
import { findResourceOfReference } from '../inputs/describe-field.ts';
import { describeItem } from './describe-item.ts';
import { type FieldDifference, findDifferences } from './find-differences.ts';

interface DescribedDifference {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

/** Describes in words where two versions of an item differ. Items to which they refer appear by name. */
export function useDifferences(resource: string, mine: unknown, theirs: unknown): DescribedDifference[] {
  const { t, date, number } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  const languageNames = new Intl.DisplayNames([getLocale(lang)], { type: 'language' });

  const differences = findDifferences(mine, theirs);
  const nameOf = useReferenceNames(resource, differences);

  const label = (field: string): string => {
    const names: string[] = [];
    const inLanguages: string[] = [];
    for (const [index, step] of field.split('.').entries()) {
      if (isLang(step)) {
        if (languages.length > 1) inLanguages.push(languageNames.of(getLanguageCode(step)) ?? step);
      } else if (/^\d+$/.test(step)) names.push(`${names.pop() ?? ''} ${Number(step) + 1}`);
      else {
        const path = field.split('.', index + 1).join('.');
        names.push(translate(`resources.${resource}.fields.${path}`, { _: step }));
      }
    }
    const own = names.pop() ?? field;
    const around = [...names, ...inLanguages];
    return around.length === 0 ? own : `${own} (${around.join(', ')})`;
  };

  const show = (field: string, value: unknown): string => {
    const referenced = findResourceOfReference(resource, field, value);
    if (referenced)
      return (
        [value]
          .flat()
          .map((key) => nameOf(referenced, String(key)))
          .join(', ') || '–'
      );
    if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
    if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
      return value.map((entry) => show(field, entry)).join(', ') || '–';
    if (value === '') return '–';
    if (typeof value === 'number') return number(value, { useGrouping: false, maximumFractionDigits: 9 });
    const choice = listChoiceTextKeys(resource, field, String(value)).find((key) => t(key) !== key);
    if (typeof value === 'string' && choice) return t(choice);
    return formatComparedValue(value, { lang, siteLang: languages[0] ?? lang, date });
  };

  return differences.map(({ field, ...values }) => {
    const [own, other] = excerptDifference(show(field, values.mine), show(field, values.theirs));
    return { field, label: label(field), mine: own, theirs: other };
  });
}

/**
 * Reads the items to which the differing fields refer.
 * @returns the function that names an item; an item that was deleted, or is not read yet, by its key
 */
function useReferenceNames(owner: string, differences: readonly FieldDifference[]) {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const dataProvider = useDataProvider();
  const keysByResource = new Map<string, Set<string>>();
  for (const { field, mine, theirs } of differences)
    for (const value of [mine, theirs]) {
      const resource = findResourceOfReference(owner, field, value);
      if (!resource) continue;
      const keys = keysByResource.get(resource) ?? new Set();
      for (const key of [value].flat()) keys.add(String(key));
      keysByResource.set(resource, keys);
    }
  const references = [...keysByResource].map(([resource, keys]) => ({ resource, ids: [...keys] }));
  const queries = useQueries({
    queries: references.map(({ resource, ids }) => ({
      queryKey: [resource, 'namesOfReferences', ids],
      queryFn: async () => (await dataProvider.getMany<RaRecord>(resource, { ids })).data,
    })),
  });
  return (resource: string, key: string): string => {
    const items = queries[references.findIndex((reference) => reference.resource === resource)]?.data;
    const item = items?.find(({ id }) => String(id) === key);
    if (item) return describeItem(item, lang, languages[0] ?? lang);
    return t(items ? 'admin.stale.deleted' : 'admin.stale.number', { key });
  };
}

/** Texts up to this length are shown whole. */
const maxWholeLength = 300;
const maxExcerptLength = 600;
/** Number of equal characters that an excerpt shows before and after the difference. */
const contextLength = 60;

/** Returns the words of two texts without tags; of long texts only the part that differs, with the words around it. */
export function excerptDifference(mine: string, theirs: string): [string, string] {
  const texts: [string, string] = [toWords(mine), toWords(theirs)];
  const [own, other] = texts[0] === texts[1] ? [mine, theirs] : texts;
  if (Math.max(own.length, other.length) <= maxWholeLength) return [own, other];
  const shorter = Math.min(own.length, other.length);
  let start = 0;
  while (start < shorter && own[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && own.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = start <= contextLength ? 0 : own.lastIndexOf(' ', start - contextLength) + 1;
  const cut = (text: string): string => {
    const until = text.indexOf(' ', Math.min(text.length - end + contextLength, from + maxExcerptLength));
    const excerpt = until === -1 ? text.slice(from) : `${text.slice(from, until)} …`;
    return from === 0 ? excerpt : `… ${excerpt}`;
  };
  return [cut(own), cut(other)];
}

const toWords = (text: string): string =>
  /<[^<>]*>/.test(text)
    ? decodeBasicHtmlEntities(text.replace(/<[^<>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim()
    : text;

const isLocalized = (value: object): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => languages.some((lang) => lang === key));
};

interface ValueFormat {
  lang: Lang;
  siteLang: Lang;
  /** Formats a time in the estate's time zone. */
  date: AdminTexts['date'];
}

/** Formats any value of an item as text, for comparisons of two versions. */
export function formatComparedValue(value: unknown, { lang, siteLang, date }: ValueFormat): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string' && isInstant(value)) return date(value, { dateStyle: 'medium', timeStyle: 'medium' });
  if (typeof value !== 'object') return String(value);
  if (isLocalized(value)) return resolveLocalized(value as Localized, lang, siteLang);
  return JSON.stringify(value, null, 1);
}
