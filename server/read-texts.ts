import { readFileSync } from 'node:fs';
import { type Lang, languages } from '#shared/languages.ts';

const folder = new URL('../shared/texts/', import.meta.url);

/**
 * Reads the texts of one domain in all languages, for texts that only the server needs.
 * @throws Error if a language lacks the file or one of the `keys`, so that the process does not start with missing
 * texts.
 */
export function readTextsByLanguage<Key extends string, Text>(
  domain: string,
  keys: readonly Key[],
): Record<Lang, Record<Key, Text>> {
  const readLanguage = (lang: Lang): Record<Key, Text> => {
    const texts = JSON.parse(readFileSync(new URL(`${lang}/${domain}.json`, folder), 'utf8')) as Record<Key, Text>;
    const missing = keys.filter((key) => !Object.hasOwn(texts, key));
    if (missing.length > 0) throw new Error(`shared/texts/${lang}/${domain}.json lacks ${missing.join(', ')}`);
    return texts;
  };
  return Object.fromEntries(languages.map((lang) => [lang, readLanguage(lang)])) as Record<Lang, Record<Key, Text>>;
}
