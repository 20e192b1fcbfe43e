import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import { type Lang, languages } from '#shared/languages.ts';
import english from '#shared/texts/en/errors.json' with { type: 'json' };

/** Keys of the API's messages, which exist in every language. */
export type ServerTextKey = keyof typeof english;

const texts = readTextsByLanguage<ServerTextKey, string>('errors', Object.keys(english) as ServerTextKey[]);

export const translate = (
  lang: Lang,
  key: ServerTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string => interpolate(texts[lang][key], values);

export const isServerTextKey = (key: string): key is ServerTextKey => languages.every((lang) => key in texts[lang]);
