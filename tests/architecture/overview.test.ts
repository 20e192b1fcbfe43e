import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteHelpByCommand } from '#server/cli/site-help.ts';
import { repositoryRoot } from './import-graph.ts';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

const listFolders = (folder: string): string[] =>
  readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const overview = read('ARCHITECTURE.md');

/** Returns the first row of the table of folders that names a folder; empty if there is none. */
const rowOf = (folder: string): string =>
  overview.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${folder}/\``)) ?? '';

const namesWord = (text: string, word: string): boolean => text.split(/[^\w-]+/).includes(word);

describe('the table of folders in ARCHITECTURE.md', () => {
  test('has a row for every folder of the server', () => {
    expect(listFolders('server').filter((name) => rowOf(`server/${name}`) === '')).toEqual([]);
  });

  test.each(['server/storefront', 'client'])('names every folder in %s', (folder) => {
    const row = rowOf(folder);
    expect(listFolders(folder).filter((name) => !namesWord(row, name))).toEqual([]);
  });

  test('names every command', () => {
    const databaseCommands = [...read('server/cli/db.ts').matchAll(/(\w+): runDb\w+/g)].map(([, name = '']) => name);
    expect(databaseCommands).toContain('restore');
    const [, siteRow = '', databaseRow = ''] = rowOf('server/cli').split('npm run');
    expect(Object.keys(siteHelpByCommand).filter((name) => !namesWord(siteRow, name))).toEqual([]);
    expect(databaseCommands.filter((name) => !namesWord(databaseRow, name))).toEqual([]);
  });
});

test('the changelog ends with the first release, and has no version after that of package.json', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, version]) => version);
  expect(versions.at(-1)).toBe('0.1.0');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(versions.filter((name) => name !== 'Unreleased')[0]).toBe(version);
});
