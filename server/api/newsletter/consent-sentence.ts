import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';

const boxTexts = readTextsByLanguage<'newsletter.consent', string>('accounts', ['newsletter.consent']);
const footerTexts = readTextsByLanguage<'newsletter' | 'newsletter.text', string>('site', [
  'newsletter',
  'newsletter.text',
]);

/** Returns the sentence beside the checkbox of registration and checkout, as the page shows it. */
export const formatCheckboxConsentSentence = (list: string, lang: Lang): string =>
  interpolate(boxTexts[lang]['newsletter.consent'], { list });

/** Returns the label and the sentence of the newsletter form in the footer. */
export const formatFooterConsentSentence = (list: string, lang: Lang): string =>
  `${interpolate(footerTexts[lang].newsletter, { list })} – ${footerTexts[lang]['newsletter.text']}`;

/** Returns the label of a newsletter in the account: its name and description. */
export const formatAccountConsentSentence = (list: string, description: string): string =>
  [list, description].filter(Boolean).join(' – ');
