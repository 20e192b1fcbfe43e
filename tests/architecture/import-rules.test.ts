import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeFoundCycles, listImportsOfFiles, listSourceFiles, repositoryRoot } from './import-graph.ts';

const sources = ['shared', 'server', 'client'].flatMap(listSourceFiles);
const imports = listImportsOfFiles(sources);
const graph = new Map(sources.map((file) => [file, listImportsOfFiles([file]).map(({ to }) => to)]));
const under = (folder: string) => (path: string) => path.startsWith(`${folder}/`);

/**
 * The domains by level, lowest first. A domain may import only lower levels, except that domains of the lowest level
 * may import each other.
 */
const levels = [
  ['site', 'places', 'media', 'consent'],
  ['catalogue', 'labels', 'accounts', 'content', 'services'],
  ['newsletter'],
  ['shipping', 'discounts', 'elements', 'forms', 'sheets'],
  ['cart'],
  ['payments'],
  ['orders'],
  ['checkout', 'withdrawals'],
  ['reviews'],
  ['pages'],
  ['admin'],
];
const levelOf = (domain: string) => levels.findIndex((level) => level.includes(domain));

/** Folders of the API with infrastructure, which all domains may import. */
const infrastructure = [
  'audit',
  'database',
  'changes',
  'jobs',
  'mail',
  'pdf',
  'contract',
  'openapi',
  'limits',
  'tenancy',
  'resources',
];

/** Returns the folder of a file inside `parent`; empty for files elsewhere and for those directly in `parent`. */
const folderIn = (parent: string, path: string): string => {
  const [folder = '', ...rest] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : [];
  return rest.length > 0 ? folder : '';
};

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(imports.length).toBeGreaterThan(100);
});

test('shared imports nothing else of the project', () => {
  expect(imports.filter(({ from, to }) => under('shared')(from) && !under('shared')(to))).toEqual([]);
});

test('shared imports no React, Fastify, database driver or Node module', () => {
  const violations = sources
    .filter(under('shared'))
    .filter((file) =>
      /from ['"](react|react-dom|react-router|fastify|pg|drizzle-orm|node:)/.test(
        readFileSync(join(repositoryRoot, file), 'utf8'),
      ),
    );
  expect(violations).toEqual([]);
});

test('client and server do not import each other', () => {
  expect(imports.filter(({ from, to }) => under('client')(from) && under('server')(to))).toEqual([]);
  expect(imports.filter(({ from, to }) => under('server')(from) && under('client')(to))).toEqual([]);
});

test('storefront and API do not import each other', () => {
  const between = (a: string, b: string) => imports.filter(({ from, to }) => under(a)(from) && under(b)(to));
  expect(between('server/storefront', 'server/api')).toEqual([]);
  expect(between('server/api', 'server/storefront')).toEqual([]);
  expect(between('server/http', 'server/api')).toEqual([]);
  expect(between('server/http', 'server/storefront')).toEqual([]);
});

test.each(['shared', 'server/api'])('domains in %s import only lower domains', (parent) => {
  const violations = imports.filter(({ from, to }) => {
    const [importer, imported] = [folderIn(parent, from), folderIn(parent, to)];
    const [level, importedLevel] = [levelOf(importer), levelOf(imported)];
    if (importer === imported || level < 0 || importedLevel < 0) return false;
    return importedLevel > level || (importedLevel === level && level > 0);
  });
  expect(violations).toEqual([]);
});

test('a domain of the API imports no rules of a domain above it', () => {
  const violations = imports.filter(({ from, to }) => {
    const level = levelOf(folderIn('server/api', from));
    return level >= 0 && levelOf(folderIn('shared', to)) > level;
  });
  expect(violations).toEqual([]);
});

test('infrastructure of the API imports no domain, except that mail imports the branding of the site', () => {
  const violations = imports.filter(({ from, to }) => {
    const [importer, imported] = [folderIn('server/api', from), folderIn('server/api', to)];
    if (!infrastructure.includes(importer) || levelOf(imported) < 0) return false;
    return !(importer === 'mail' && imported === 'site');
  });
  expect(violations).toEqual([]);
});

test('every folder of the API is a domain or infrastructure', () => {
  const folders = new Set(sources.map((file) => folderIn('server/api', file)).filter(Boolean));
  expect([...folders].filter((folder) => levelOf(folder) < 0 && !infrastructure.includes(folder))).toEqual([]);
});

test('API, storefront and their infrastructure do not import server/import', () => {
  const users = ['server/api', 'server/storefront', 'server/http', 'server/embedded-postgres'];
  const violations = imports.filter(
    ({ from, to }) => users.some((user) => under(user)(from)) && under('server/import')(to),
  );
  expect(violations).toEqual([]);
});

test('no file is part of an import cycle', () => {
  expect(describeFoundCycles(graph)).toEqual([]);
});

test('no file has a generic name such as utils or helpers', () => {
  const vague = sources.filter((file) => /(^|\/)(index|utils?|helpers?|service|manager|common)\.tsx?$/.test(file));
  expect(vague).toEqual([]);
});

test('no cache uses fetch of lru-cache, which rejects waiting calls when their entry is deleted or evicted', () => {
  const violations = sources.filter((file) => /\bfetchMethod\b/.test(readFileSync(join(repositoryRoot, file), 'utf8')));
  expect(violations).toEqual([]);
});
