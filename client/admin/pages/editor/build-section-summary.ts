import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';

const maxTextLength = 120;

interface SectionSummary {
  /** The title, otherwise the first text; empty for a section without texts. */
  text: string;
  /** The id of the first picture; null for a section without pictures. */
  image: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the words and the picture by which staff recognise a section. */
export function buildSectionSummary(
  fields: Readonly<Record<string, unknown>>,
  lang: Lang,
  siteLang: Lang,
): SectionSummary {
  const findText = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(findText).find(Boolean) ?? '';
    if (!isRecord(value)) return '';
    if (lang in value || siteLang in value) return resolveLocalized(value as Localized, lang, siteLang);
    return Object.values(value).map(findText).find(Boolean) ?? '';
  };
  const findImage = (value: unknown): number | null => {
    if (Array.isArray(value)) return value.map(findImage).find((id) => id !== null) ?? null;
    return isRecord(value) && typeof value.image === 'number' ? value.image : null;
  };
  const withoutTags = (findText(fields.title) || findText(fields)).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  const images = Object.values(fields).map(findImage);
  return { text: withoutTags.trim().slice(0, maxTextLength), image: images.find((id) => id !== null) ?? null };
}
