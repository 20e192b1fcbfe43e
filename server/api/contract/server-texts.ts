import { readTexts } from '#server/texts/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import { type Lang, languages } from '#shared/languages.ts';
import english from '#shared/texts/en/errors.json' with { type: 'json' };

/** The sentences in which the API reports failures; each exists in every language. */
export type ServerText = keyof typeof english;

const texts = readTexts<ServerText, string>('errors', Object.keys(english) as ServerText[]);

export const translate = (
  lang: Lang,
  key: ServerText,
  values: Readonly<Record<string, string | number>> = {},
): string => interpolate(texts[lang][key], values);

/** Whether the API has a sentence for `key`: refusals of contracts are looked up when their route is registered. */
export const isServerText = (key: string): key is ServerText => languages.every((lang) => key in texts[lang]);
