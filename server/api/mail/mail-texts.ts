import { readTextsByLanguage } from '#server/read-texts.ts';
import type { Lang } from '#shared/languages.ts';
import english from '#shared/texts/en/mails.json' with { type: 'json' };
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

/** Keys of the texts in mails and their attachments. A key begins with the name of its domain, such as `accounts`. */
export type MailTextKey = keyof typeof english;

const texts = readTextsByLanguage<MailTextKey, TextTemplate>('mails', Object.keys(english) as MailTextKey[]);

const cache = new Map<string, Texts<MailTextKey>>();

/** Returns functions for the texts, amounts and dates of mails in a language. Dates are in `timeZone`. */
export function createMailTexts(lang: Lang, timeZone: string): Texts<MailTextKey> {
  const key = `${lang} ${timeZone}`;
  const localizedTexts = cache.get(key) ?? createTexts(lang, (name: MailTextKey) => texts[lang][name], timeZone);
  cache.set(key, localizedTexts);
  return localizedTexts;
}
