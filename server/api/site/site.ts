export { fillLegalText, readSaleTerms } from './legal-texts.ts';
export { type MailBranding, readMailBranding } from './mail-branding.ts';
export { readParameter, readParametersOf } from './read-parameters.ts';
