import { brotliCompressSync, constants } from 'node:zlib';
import type { SharedBenchResources } from '../environment/environment.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { ratio } from '../load/statistics.ts';
import { sendRequest } from '../processes/send-request.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fullEstateSite, fullEstateWineListLength, wineListPath } from '../sites/write-sites.ts';

/** URLs that the browser loads immediately for a page. */
interface ImmediateAssets {
  /** URLs of scripts and preloaded modules. */
  scripts: string[];
  styles: string[];
  fonts: string[];
}

const readAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

export function findPageAssets(html: string): ImmediateAssets {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const fonts = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const src = readAttribute(tag, 'src');
    const href = readAttribute(tag, 'href');
    const rel = readAttribute(tag, 'rel');
    if (src) scripts.add(src);
    else if (href && rel === 'modulepreload') scripts.add(href);
    else if (href && rel === 'stylesheet') styles.add(href);
    else if (href && rel === 'preload' && readAttribute(tag, 'as') === 'font') fonts.add(href);
  }
  return { scripts: [...scripts], styles: [...styles], fonts: [...fonts] };
}

/** Total size of one or more files in bytes. */
interface Weight {
  plain: number;
  /** Size after Brotli compression of each file at quality 11. */
  brotli: number;
}

const weigh = (bytes: Buffer): Weight => ({
  plain: bytes.length,
  brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
});

const toKilobytes = (bytes: number): number => bytes / 1_000;

/** Measures the files that a browser loads before a wine list is interactive. */
export async function measurePageWeight(environment: SharedBenchResources): Promise<BenchPartReport> {
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, weight' });
  await waitUntilReady(storefront, '/readyz');
  const { body } = await sendRequest(storefront, wineListPath, { host: fullEstateSite.host });
  const assets = findPageAssets(body.toString());
  const weights = {
    script: await weighAssets(storefront, assets.scripts),
    style: await weighAssets(storefront, assets.styles),
    font: await weighAssets(storefront, assets.fonts),
  };
  await storefront.stop();
  return reportWeight(body, assets, weights);
}

function reportWeight(
  body: Buffer,
  assets: ImmediateAssets,
  weights: Record<'script' | 'style' | 'font', Weight>,
): BenchPartReport {
  const html = body.toString();
  const htmlWeight = weigh(body);
  const articles = html.match(/<article\b/g)?.length ?? 0;
  const hydrationData = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const row = (name: string, requests: number | string, { plain, brotli }: Weight) => [
    name,
    requests,
    toKilobytes(plain),
    toKilobytes(brotli),
  ];
  const text =
    `${fullEstateWineListLength} products (${articles} articles in the document). Counts what the document itself refers to: entry, preloaded ` +
    'modules, styles and fonts, but not what loads after an interaction or when the browser is idle.';
  const rows = [
    row('JavaScript', assets.scripts.length, weights.script),
    row('styles', assets.styles.length, weights.style),
    row('fonts', assets.fonts.length, weights.font),
    row('HTML', 1, htmlWeight),
    row('hydration data, part of the HTML', '', weigh(Buffer.from(hydrationData))),
  ];
  const columns = ['', 'requests', 'kB', 'kB brotli 11'];
  return {
    metrics: {
      'weight.scripts': assets.scripts.length,
      'weight.scriptKilobytes': toKilobytes(weights.script.brotli),
      'weight.styleKilobytes': toKilobytes(weights.style.brotli),
      'weight.htmlKilobytes': toKilobytes(htmlWeight.plain),
      'weight.htmlBrotliKilobytes': toKilobytes(htmlWeight.brotli),
      'weight.htmlBytesPerCard': ratio(htmlWeight.plain, fullEstateWineListLength),
    },
    sections: [{ title: 'Weight of a wine list', text: [text], columns, rows }],
  };
}

async function weighAssets(storefront: PinnedServer, paths: readonly string[]): Promise<Weight> {
  const total = { plain: 0, brotli: 0 };
  for (const path of paths) {
    const { status, body } = await sendRequest(storefront, path, { host: fullEstateSite.host });
    if (status !== 200) throw new Error(`${path}, an asset of the wine list, was answered with ${status}`);
    const { plain, brotli } = weigh(body);
    total.plain += plain;
    total.brotli += brotli;
  }
  return total;
}
