import { brotliCompressSync, constants } from 'node:zlib';
import { type Ground, startStorefront } from '../ground.ts';
import { ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';
import { cards, fullEstate, wineList } from '../sites/write-sites.ts';
import { ask, type Started, whenAnswers } from '../started.ts';

export interface PageParts {
  /** Modules that run or are fetched before the page is interactive. */
  scripts: string[];
  styles: string[];
  fonts: string[];
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** What a document makes the browser fetch at once, by its tags. */
export function partsOf(html: string): PageParts {
  const parts: PageParts = { scripts: [], styles: [], fonts: [] };
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const [source, href, rel] = [attribute(tag, 'src'), attribute(tag, 'href'), attribute(tag, 'rel')];
    if (source) parts.scripts.push(source);
    else if (href && rel === 'modulepreload') parts.scripts.push(href);
    else if (href && rel === 'stylesheet') parts.styles.push(href);
    else if (href && rel === 'preload' && attribute(tag, 'as') === 'font') parts.fonts.push(href);
  }
  return { scripts: [...new Set(parts.scripts)], styles: [...new Set(parts.styles)], fonts: [...new Set(parts.fonts)] };
}

const best = (bytes: Buffer): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const kilobytes = (bytes: number): number => bytes / 1_000;

/** What a browser has to fetch before a wine list is interactive. */
export async function measureWeight(ground: Ground): Promise<{ section: Section; figures: Figures }> {
  const storefront = await startStorefront(ground, { name: 'storefront, weighed', sitesDir: ground.estateDir });
  await whenAnswers(storefront, '/readyz');
  const { body } = await ask(storefront, wineList, { host: fullEstate.host });
  const html = body.toString();
  const { scripts, styles, fonts } = partsOf(html);
  const script = await weigh(storefront, scripts);
  const style = await weigh(storefront, styles);
  const font = await weigh(storefront, fonts);
  await storefront.stop();

  const shown = html.match(/<article\b/g)?.length ?? 0;
  const data = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const figures: Figures = {
    'weight.scripts': scripts.length,
    'weight.scriptKilobytes': kilobytes(script.brotli),
    'weight.styleKilobytes': kilobytes(style.brotli),
    'weight.htmlKilobytes': kilobytes(body.length),
    'weight.htmlBrotliKilobytes': kilobytes(best(body)),
    'weight.htmlBytesPerCard': ratio(body.length, cards),
  };
  const row = (name: string, requests: number, { plain, brotli }: Weight) => [
    name,
    requests,
    kilobytes(plain),
    kilobytes(brotli),
  ];
  const dataBytes = Buffer.byteLength(data);
  return {
    figures,
    section: {
      title: 'Weight of a wine list',
      text: [
        `${cards} products (${shown} articles in the document). What the document itself names: entry, modules that it preloads, styles, ` +
          'fonts. What loads after an interaction, or once the browser is idle, is not in it.',
      ],
      columns: ['', 'requests', 'kB', 'kB brotli 11'],
      rows: [
        row('JavaScript', scripts.length, script),
        row('styles', styles.length, style),
        row('fonts', fonts.length, font),
        row('HTML', 1, { plain: body.length, brotli: best(body) }),
        ['of it data for the browser', '', kilobytes(dataBytes), kilobytes(best(Buffer.from(data)))],
      ],
    },
  };
}

interface Weight {
  plain: number;
  brotli: number;
}

async function weigh(storefront: Started, paths: readonly string[]): Promise<Weight> {
  const weight = { plain: 0, brotli: 0 };
  for (const path of paths) {
    const { status, body } = await ask(storefront, path, { host: fullEstate.host });
    if (status !== 200) throw new Error(`${path}, which the wine list names, answers ${status}`);
    weight.plain += body.length;
    weight.brotli += best(body);
  }
  return weight;
}
