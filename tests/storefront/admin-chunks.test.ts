import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAdminClientAssets } from '#server/storefront/pages/admin-client-assets.ts';
import { type Lang, languages } from '#shared/languages.ts';

const folder = join(import.meta.dirname, '../../dist/admin');
const client = readAdminClientAssets(folder);

/** Budgets of the panel's first screen in kB after brotli. Exceeding one requires a decision. */
const budgets = { scripts: 323, styles: 1, charts: 96 };

const fileOf = (path: string): string => join(folder, path);
const sumKilobytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + statSync(fileOf(`${path}.br`)).size, 0) / 1_000;
const nameOf = (path: string): string => basename(path).replace(/-[\w-]{8}\.\w+$/, '');
/** The language of the framework's words, which are English unless the language has a file of its own. */
const frameworkLanguageOf = (lang: Lang): string =>
  existsSync(join(import.meta.dirname, `../../client/admin/core/framework-texts/${lang}.ts`)) ? lang : 'en';
const scriptsIn = (lang: Lang): readonly string[] => [client.entry, ...(client.preloads[lang] ?? [])];

/** Matches the large libraries and modules that only other screens and the charts, which load later, need. */
const foreignCode = /ProseMirror|recharts|[Pp]uck(?:Editor|-)|leaflet/;

interface Chunk {
  file: string;
  imports?: string[];
}

describe.each(languages)('the first screen of the panel in %s', (lang) => {
  test('loads the entry with frame and dashboard, and the texts of panel and libraries', () => {
    expect(scriptsIn(lang).map(nameOf).sort()).toEqual(['admin-entry', 'panel', frameworkLanguageOf(lang)].sort());
    expect(client.styles.map(nameOf)).toEqual(['admin-entry']);
  });

  test('stays within its budgets of JavaScript and CSS', () => {
    expect(sumKilobytes(scriptsIn(lang))).toBeLessThanOrEqual(budgets.scripts);
    expect(sumKilobytes(client.styles)).toBeLessThanOrEqual(budgets.styles);
  });

  test('loads no editor, chart or map', () => {
    for (const path of scriptsIn(lang)) expect(foreignCode.exec(readFileSync(fileOf(path), 'utf8')), path).toBeNull();
  });
});

test('the charts of the first screen load after its figures, within a budget of their own', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(fileOf('.vite/manifest.json'), 'utf8'));
  const charts = manifest['client/admin/today/SalesOverview.tsx'];
  const files = [charts, ...(charts?.imports ?? []).map((name) => manifest[name])].flatMap(
    (chunk) => chunk?.file ?? [],
  );
  const own = files.map((file) => `/${file}`).filter((path) => !scriptsIn('fr_FR').includes(path));
  expect(own.length).toBeGreaterThan(0);
  expect(sumKilobytes(own)).toBeLessThanOrEqual(budgets.charts);
});
