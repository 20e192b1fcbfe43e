import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';

export type Config = Record<string, unknown>;

const isRecord = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{ "image": 12 }` and nothing else stands for a picture. */
const imageIdOf = (value: Config): number | null =>
  Object.keys(value).length === 1 && typeof value.image === 'number' ? value.image : null;

/** `{ "fr_FR": "…", "en": "…" }`, one of them at least and nothing else, stands for a text. */
const isLocalized = (value: Config): value is Config & Exclude<Localized, string> => {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([key, text]) => (languages as readonly string[]).includes(key) && typeof text === 'string')
  );
};

/** The ids of all pictures that a section's fields name. */
export function imageIdsIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(imageIdsIn);
  if (!isRecord(value)) return [];
  const id = imageIdOf(value);
  return id === null ? Object.values(value).flatMap(imageIdsIn) : [id];
}

/** The fields of a section as callers get them: pictures in place of their ids (null where there is none), texts in one language. */
export function resolveConfig(
  config: Config,
  images: ReadonlyMap<number, Image>,
  pickLanguage: (text: Localized) => string,
): Config {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const id = imageIdOf(value);
    if (id !== null) return images.get(id) ?? null;
    if (isLocalized(value)) return pickLanguage(value);
    return resolveAll(value);
  };
  const resolveAll = (record: Config): Config =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, resolve(value)]));
  return resolveAll(config);
}
