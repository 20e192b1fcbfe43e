import { useTranslate } from 'react-admin';
import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';
import { getLanguageCode, getLocale, isLang } from '#shared/languages.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { findDifferences } from './find-differences.ts';
import { formatComparedValue } from './format-compared-value.ts';

interface DescribedDifference {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

/** Returns the function that describes in words where two versions of an item differ. */
export function useDifferences(): (resource: string, mine: unknown, theirs: unknown) => DescribedDifference[] {
  const { t, date, number } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  const languageNames = new Intl.DisplayNames([getLocale(lang)], { type: 'language' });

  const label = (resource: string, field: string): string => {
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
    if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
    if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
      return value.map((entry) => show(field, entry)).join(', ') || '–';
    if (value === '') return '–';
    if (typeof value === 'number') return number(value, { useGrouping: false, maximumFractionDigits: 9 });
    const choice = `admin-choices.${field.slice(field.lastIndexOf('.') + 1)}.${value}`;
    if (typeof value === 'string' && t(choice) !== choice) return t(choice);
    return formatComparedValue(value, { lang, siteLang: languages[0] ?? lang, date });
  };

  return (resource, mine, theirs) =>
    findDifferences(mine, theirs).map(({ field, ...values }) => {
      const [own, other] = excerptDifference(show(field, values.mine), show(field, values.theirs));
      return { field, label: label(resource, field), mine: own, theirs: other };
    });
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
