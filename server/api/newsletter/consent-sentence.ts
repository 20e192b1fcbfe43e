import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';

const boxTexts = readTextsByLanguage<'newsletter.consent', string>('accounts', ['newsletter.consent']);
const footerTexts = readTextsByLanguage<'newsletter' | 'newsletter.text', string>('site', [
  'newsletter',
  'newsletter.text',
]);

export const formatCheckboxConsentSentence = (list: string, lang: Lang): string =>
  interpolate(boxTexts[lang]['newsletter.consent'], { list });

export const formatFooterConsentSentence = (list: string, lang: Lang): string =>
  `${interpolate(footerTexts[lang].newsletter, { list })} – ${footerTexts[lang]['newsletter.text']}`;

/** Returns the label of a newsletter in the account: its name and description. */
export const formatAccountConsentSentence = (list: string, description: string): string =>
  [list, description].filter(Boolean).join(' – ');
