/** The languages that the platform knows. A language follows from the host, never from a cookie or header. */
export const languages = ['fr_FR', 'en'] as const;
export type Lang = (typeof languages)[number];

export const defaultLang: Lang = 'fr_FR';

/** As the web writes them: `<html lang>`, `hreflang`, `Intl`. */
export const webLanguage: Record<Lang, string> = { fr_FR: 'fr-FR', en: 'en-GB' };

/** As OpenGraph writes them. */
export const openGraphLocale: Record<Lang, string> = { fr_FR: 'fr_FR', en: 'en_GB' };

/** The label of a language in a local host name (`fr.willow-hill.localhost`). */
export const hostLabel: Record<Lang, string> = { fr_FR: 'fr', en: 'en' };

export const isLang = (text: string): text is Lang => (languages as readonly string[]).includes(text);
