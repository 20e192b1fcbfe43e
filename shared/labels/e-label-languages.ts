import { getLanguageCode, type Lang, languages } from '../languages.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** ISO 639-1 codes of the 24 official languages of the European Union. */
export type ELabelLanguage = keyof typeof vocabulary;
export type ELabelTerms = (typeof vocabulary)[ELabelLanguage];

export const eLabelLanguages = Object.keys(vocabulary) as ELabelLanguage[];

export const isELabelLanguage = (code: string): code is ELabelLanguage => Object.hasOwn(vocabulary, code);

export const getELabelTerms = (language: ELabelLanguage): ELabelTerms => vocabulary[language];

export function toELabelLanguage(lang: Lang): ELabelLanguage {
  const code = getLanguageCode(lang);
  return isELabelLanguage(code) ? code : 'en';
}

/**
 * Returns the language in which a label in `language` shows the texts of the site: the same language if sites can have
 * it, otherwise `siteLang`.
 */
export function toSiteLanguage(language: ELabelLanguage, siteLang: Lang): Lang {
  return languages.find((lang) => getLanguageCode(lang) === language) ?? siteLang;
}
