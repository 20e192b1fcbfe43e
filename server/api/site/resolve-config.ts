import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';

type SectionConfig = Record<string, unknown>;

const isRecord = (value: unknown): value is SectionConfig =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the image id of a stored picture, which is an object whose only key is `image`, such as `{ "image": 12 }`;
 * null for any other value.
 */
const imageIdOf = (value: SectionConfig): number | null =>
  Object.keys(value).length === 1 && typeof value.image === 'number' ? value.image : null;

/**
 * Checks whether a value is a localized text: a non-empty object whose keys are all languages, such as `{ "fr_FR": "…",
 * "en": "…" }`.
 */
const isLocalized = (value: SectionConfig): value is SectionConfig & Exclude<Localized, string> => {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([key, text]) => (languages as readonly string[]).includes(key) && typeof text === 'string')
  );
};

export function findImageIds(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(findImageIds);
  if (!isRecord(value)) return [];
  const id = imageIdOf(value);
  return id === null ? Object.values(value).flatMap(findImageIds) : [id];
}

/**
 * Replaces the picture ids in a section's fields by pictures (null for a missing one), and localized texts by one
 * language.
 */
export function resolveSectionConfig(
  config: SectionConfig,
  images: ReadonlyMap<number, Image>,
  pickLanguage: (text: Localized) => string,
): SectionConfig {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const id = imageIdOf(value);
    if (id !== null) return images.get(id) ?? null;
    if (isLocalized(value)) return pickLanguage(value);
    return resolveAll(value);
  };
  const resolveAll = (record: SectionConfig): SectionConfig =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, resolve(value)]));
  return resolveAll(config);
}
