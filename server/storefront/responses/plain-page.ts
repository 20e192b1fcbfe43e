import type { FastifyReply } from 'fastify';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { defaultLang, getLocale, type Lang, languages } from '#shared/languages.ts';
import english from '#shared/texts/en/plain-pages.json' with { type: 'json' };

type PlainPageText = keyof typeof english;
export type PlainPageName = PlainPageText extends `${infer Name}.${'title' | 'sentence'}` ? Name : never;

const texts = readTextsByLanguage<PlainPageText, string>('plain-pages', Object.keys(english) as PlainPageText[]);

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#faf6ec;color:#2b2a26;' +
  'font:1.1rem/1.6 Georgia,serif;text-align:center}h1{font-weight:400;font-size:2rem;margin:0 0 .5rem}' +
  'p{margin:0;max-width:34rem}p+h2{margin:2.5rem 0 .25rem}h2{font-weight:400;font-size:1.2rem;margin:0;color:#6b675c}';

/**
 * Renders a self-contained page for failures that are reported without the site's theme. Its text is in `lang`,
 * followed by all other languages.
 */
export function renderPlainPage(page: PlainPageName, lang: Lang = defaultLang): string {
  const title = texts[lang][`${page}.title`];
  const others = languages.filter((other) => other !== lang);
  const translations = others.map(
    (other) =>
      `<div lang="${getLocale(other)}"><h2>${texts[other][`${page}.title`]}</h2><p>${texts[other][`${page}.sentence`]}</p></div>`,
  );
  return (
    `<!doctype html><html lang="${getLocale(lang)}"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${style}</style></head><body><main><h1>${title}</h1><p>${texts[lang][`${page}.sentence`]}</p>` +
    `${translations.join('')}</main></body></html>`
  );
}

export const plainPageSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function sendPlainPage(reply: FastifyReply, status: number, page: PlainPageName, lang?: Lang) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', plainPageSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(renderPlainPage(page, lang));
}
