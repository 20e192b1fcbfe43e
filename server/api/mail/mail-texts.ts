import { readTexts } from '#server/texts/read-texts.ts';
import type { Lang } from '#shared/languages.ts';
import english from '#shared/texts/en/mails.json' with { type: 'json' };
import { type Text, type Texts, textsFrom } from '#shared/texts.ts';

/** The texts of mails and of what is attached to them: the server's alone. A key begins with who says it, such as `ordering`. */
export type MailText = keyof typeof english;

const texts = readTexts<MailText, Text>('mails', Object.keys(english) as MailText[]);

const held = new Map<string, Texts<MailText>>();

/** In the language of the mail, with dates in the site's time zone and plurals chosen by the value `count`. */
export function mailTexts(lang: Lang, timeZone: string): Texts<MailText> {
  const key = `${lang} ${timeZone}`;
  const known = held.get(key) ?? textsFrom(lang, (name: MailText) => texts[lang][name], timeZone);
  held.set(key, known);
  return known;
}
