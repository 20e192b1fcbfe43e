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

/** Domains by level, lowest first. A domain imports lower levels only; the lowest level may import within itself. */
const levels = [
  ['site', 'places', 'media'],
  ['catalogue', 'accounts', 'content', 'forms'],
  ['shipping', 'discounts'],
  ['cart'],
  ['payments'],
  ['orders'],
  ['checkout', 'withdrawals'],
  ['admin'],
];
const levelOf = (domain: string) => levels.findIndex((level) => level.includes(domain));

/** Folders of the API below the domains. */
const infrastructure = ['database', 'changes', 'jobs', 'mail', 'pdf', 'contract', 'openapi', 'limits', 'tenancy'];

/** The folder of a file inside `root`; empty where it is elsewhere or directly in `root`. */
const folderIn = (root: string, path: string): string => {
  const [folder = '', ...rest] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
  return rest.length > 0 ? folder : '';
};

/** Files directly in these folders are composition roots or basics, so each stands for itself. */
const layerRoots = new Set(['shared', 'server', 'server/api', 'server/storefront']);
const folderOf = (path: string): string => (layerRoots.has(dirname(path)) ? path : dirname(path));

/** The cycles in a graph, each as `a → b → a`. */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const target of edges.get(node) ?? []) visit(target, [...trail, node]);
    state.set(node, 'done');
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}

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

test.each(['shared', 'server/api'])('domains in %s import only those below them', (root) => {
  const wrong = arrows.filter(({ from, to }) => {
    const [importer, imported] = [folderIn(root, from), folderIn(root, to)];
    const [level, importedLevel] = [levelOf(importer), levelOf(imported)];
    if (importer === imported || level < 0 || importedLevel < 0) return false;
    return importedLevel > level || (importedLevel === level && level > 0);
  });
  expect(wrong).toEqual([]);
});

test('a domain of the API imports no rules of a domain above it', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const level = levelOf(folderIn('server/api', from));
    return level >= 0 && levelOf(folderIn('shared', to)) > level;
  });
  expect(wrong).toEqual([]);
});

test('infrastructure of the API imports no domain, save mail the branding of the site', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const [importer, imported] = [folderIn('server/api', from), folderIn('server/api', to)];
    if (!infrastructure.includes(importer) || levelOf(imported) < 0) return false;
    return !(importer === 'mail' && imported === 'site');
  });
  expect(wrong).toEqual([]);
});

test('every folder of the API is a domain or infrastructure', () => {
  const folders = new Set(sources.map((file) => folderIn('server/api', file)).filter(Boolean));
  expect([...folders].filter((folder) => levelOf(folder) < 0 && !infrastructure.includes(folder))).toEqual([]);
});

test('API, storefront and their plugins do not import the import', () => {
  const users = ['server/api', 'server/storefront', 'server/http', 'server/embedded-postgres'];
  const wrong = arrows.filter(({ from, to }) => users.some((user) => under(user)(from)) && under('server/import')(to));
  expect(wrong).toEqual([]);
});

test('no file is part of an import cycle', () => {
  expect(cyclesIn(graph)).toEqual([]);
});

test('no folder of shared or server is part of an import cycle, type-only imports included', () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of arrows) {
    if (!under('shared')(from) && !under('server')(from)) continue;
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (importer !== imported) edges.set(importer, [...(edges.get(importer) ?? []), imported]);
  }
  expect(cyclesIn(edges)).toEqual([]);
});

test('no file has a name that says nothing', () => {
  const vague = sources.filter((file) => /(^|\/)(index|utils?|helpers?|service|manager|common)\.tsx?$/.test(file));
  expect(vague).toEqual([]);
});
