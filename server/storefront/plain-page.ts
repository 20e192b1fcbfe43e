import type { FastifyReply } from 'fastify';
import { readTexts } from '#server/texts/read-texts.ts';
import { defaultLang, type Lang, languages, localeOf } from '#shared/languages.ts';
import english from '#shared/texts/en/plain-pages.json' with { type: 'json' };

/** Pages for when no site's theme can be used: self-contained, in every language, without the name of a site. */
type PlainPageText = keyof typeof english;
export type PlainPage = PlainPageText extends `${infer Name}.${'title' | 'sentence'}` ? Name : never;

const texts = readTexts<PlainPageText, string>('plain-pages', Object.keys(english) as PlainPageText[]);

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#faf6ec;color:#2b2a26;' +
  'font:1.1rem/1.6 Georgia,serif;text-align:center}h1{font-weight:400;font-size:2rem;margin:0 0 .5rem}' +
  'p{margin:0;max-width:34rem}p+h2{margin:2.5rem 0 .25rem}h2{font-weight:400;font-size:1.2rem;margin:0;color:#6b675c}';

/** In `lang` first; the other languages follow below. */
export function plainPage(page: PlainPage, lang: Lang = defaultLang): string {
  const title = texts[lang][`${page}.title`];
  const others = languages.filter((other) => other !== lang);
  const below = others.map(
    (other) =>
      `<div lang="${localeOf(other)}"><h2>${texts[other][`${page}.title`]}</h2><p>${texts[other][`${page}.sentence`]}</p></div>`,
  );
  return (
    `<!doctype html><html lang="${localeOf(lang)}"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${style}</style></head><body><main><h1>${title}</h1><p>${texts[lang][`${page}.sentence`]}</p>` +
    `${below.join('')}</main></body></html>`
  );
}

export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function answerPlain(reply: FastifyReply, status: number, page: PlainPage, lang?: Lang) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', plainPolicy)
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(plainPage(page, lang));
}
