export { fillLegalTextFromParameters, readSaleTerms } from './legal-texts.ts';
export { type MailBranding, readMailBranding } from './mail-branding.ts';
export { readDefaultLang } from './read-default-lang.ts';
export { type ExternalAppSecret, readExternalAppSecret } from './read-external-app-secret.ts';
export { readPageTree } from './read-pages.ts';
export { readParameter, readParametersByType } from './read-parameters.ts';
export { readExternalAppConfig, readFonts, readLogos, readSiteInfo } from './site-repository.ts';
