import { type Lang, languages } from '#shared/languages.ts';
import english from '#shared/texts/en/errors.json' with { type: 'json' };
import french from '#shared/texts/fr_FR/errors.json' with { type: 'json' };

/** The sentences in which the API says that something went wrong; each exists in every language. */
export type ServerText = keyof typeof english;

const texts: Record<Lang, Record<ServerText, string>> = { en: english, fr_FR: french };

export function say(lang: Lang, key: ServerText, values: Readonly<Record<string, string | number>> = {}): string {
  return texts[lang][key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Whether the API has a sentence for `key`: refusals of contracts are looked up when their route is registered. */
export const isServerText = (key: string): key is ServerText => languages.every((lang) => key in texts[lang]);
