import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** ARCHITECTURE.md, "Arrows". */
const root = resolve(import.meta.dirname, '../..');
const sources = ['shared', 'server', 'client'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

const aliases = /^#(shared|server|client|tests)\//;

/** Every project file that a file imports, by its path from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [...text.matchAll(/(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
  return names.flatMap((name) => {
    if (aliases.test(name)) return [name.slice(1)];
    if (name.startsWith('.')) return [relative(root, resolve(root, dirname(file), name))];
    return [];
  });
}

const graph = new Map(sources.map((file) => [file, importsOf(file)]));
const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const under = (folder: string) => (path: string) => path.startsWith(`${folder}/`);

/** Domains from the ground up: each may import those before it, and its own level's none but itself. */
const levels = [['site', 'places', 'media'], ['catalogue', 'accounts', 'content', 'forms'], ['ordering'], ['admin']];
const levelOf = (domain: string) => levels.findIndex((level) => level.includes(domain));

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(arrows.length).toBeGreaterThan(100);
});

test('shared imports nothing of the project but shared', () => {
  expect(arrows.filter(({ from, to }) => under('shared')(from) && !under('shared')(to))).toEqual([]);
});

test('shared knows no React, no Fastify, no SQL and no Node', () => {
  const foreign = sources
    .filter(under('shared'))
    .filter((file) =>
      /from ['"](react|react-dom|react-router|fastify|pg|drizzle-orm|node:)/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  expect(foreign).toEqual([]);
});

test('client and server do not import each other', () => {
  expect(arrows.filter(({ from, to }) => under('client')(from) && under('server')(to))).toEqual([]);
  expect(arrows.filter(({ from, to }) => under('server')(from) && under('client')(to))).toEqual([]);
});

test('storefront and API do not import each other', () => {
  const between = (a: string, b: string) => arrows.filter(({ from, to }) => under(a)(from) && under(b)(to));
  expect(between('server/storefront', 'server/api')).toEqual([]);
  expect(between('server/api', 'server/storefront')).toEqual([]);
  expect(between('server/http', 'server/api')).toEqual([]);
  expect(between('server/http', 'server/storefront')).toEqual([]);
});

test('ui imports no feature', () => {
  expect(arrows.filter(({ from, to }) => under('client/ui')(from) && under('client/features')(to))).toEqual([]);
});

test.each(['shared', 'server/api'])('domains in %s import only those below them', (folder) => {
  const domainOf = (path: string) =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? '') : '';
  const wrong = arrows.filter(({ from, to }) => {
    const [importer, imported] = [domainOf(from), domainOf(to)];
    if (importer === imported || levelOf(importer) < 0 || levelOf(imported) < 0) return false;
    return levelOf(imported) >= levelOf(importer) && levelOf(importer) > 0
      ? true
      : levelOf(imported) > levelOf(importer);
  });
  expect(wrong).toEqual([]);
});

test('no file imports itself round a circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});

test('no file has a name that says nothing', () => {
  const vague = sources.filter((file) => /(^|\/)(index|utils?|helpers?|service|manager|common)\.tsx?$/.test(file));
  expect(vague).toEqual([]);
});
