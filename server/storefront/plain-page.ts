import type { FastifyReply } from 'fastify';

/** Pages for when no site can be asked for its looks: self-contained, in both languages, naming nobody. */
const plainTexts = {
  malformed: {
    fr: ['Adresse incorrecte', 'Cette adresse ne peut pas être lue.'],
    en: ['Bad address', 'This address cannot be read.'],
  },
  nobody_here: {
    fr: ['Aucun site à cette adresse', 'Aucun site ne répond à ce nom sur ce serveur.'],
    en: ['No site here', 'No site answers to this name on this server.'],
  },
  not_found: {
    fr: ['Page introuvable', 'Cette page est introuvable.'],
    en: ['Not found', 'This page could not be found.'],
  },
  not_allowed: {
    fr: ['Méthode refusée', 'Cette adresse ne se prête pas à cette demande.'],
    en: ['Not allowed', 'This address does not take that kind of request.'],
  },
  in_preparation: {
    fr: ['Site en préparation', 'Ce site ouvre bientôt. Revenez dans quelques instants.'],
    en: ['Opening soon', 'This site is being prepared. Please come back in a moment.'],
  },
  unavailable: {
    fr: ['Momentanément indisponible', 'Le site est momentanément indisponible. Merci de réessayer dans un instant.'],
    en: ['Unavailable for a moment', 'The site is unavailable for a moment. Please try again shortly.'],
  },
  unexpected: {
    fr: ['Une erreur est survenue', 'La page n’a pas pu être affichée. Merci de réessayer plus tard.'],
    en: ['Something went wrong', 'The page could not be shown. Please try again later.'],
  },
} as const;
export type PlainText = keyof typeof plainTexts;

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#faf6ec;color:#2b2a26;' +
  'font:1.1rem/1.6 Georgia,serif;text-align:center}h1{font-weight:400;font-size:2rem;margin:0 0 .5rem}' +
  'p{margin:0;max-width:34rem}p+h2{margin:2.5rem 0 .25rem}h2{font-weight:400;font-size:1.2rem;margin:0;color:#6b675c}';

/** In the site's language first, where it is known; the other below. */
export function plainPage(text: PlainText, lang: 'fr' | 'en' = 'fr'): string {
  const other = lang === 'fr' ? 'en' : 'fr';
  const [title, sentence] = plainTexts[text][lang];
  const [otherTitle, otherSentence] = plainTexts[text][other];
  return (
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${style}</style></head><body><main><h1>${title}</h1><p>${sentence}</p>` +
    `<div lang="${other}"><h2>${otherTitle}</h2><p>${otherSentence}</p></div></main></body></html>`
  );
}

export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function answerPlain(reply: FastifyReply, status: number, text: PlainText, lang: 'fr' | 'en' = 'fr') {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', plainPolicy)
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(plainPage(text, lang));
}
