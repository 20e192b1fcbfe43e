import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

/**
 * This script measures how the code is divided: `npm run structure`, and `npm run structure -- server/import` adds the
 * rooms and arrows of that folder. No test holds these figures: a reader decides, a figure only shows where to look.
 */

interface SourceFile {
  path: string;
  lines: number;
  importLines: number;
  /** The exported names without re-exports. */
  exports: string[];
  imports: string[];
}

const root = resolve(import.meta.dirname, '../..');
const areas = ['shared', 'server', 'client'];
const alias = /^#(?:shared|server|client)\//;
const countLines = (text: string) => text.split('\n').length;

function resolveImport(from: string, specifier: string): string | null {
  if (alias.test(specifier)) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier));
  return null;
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { module } = parseSync(path, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return {
    path,
    lines: countLines(text) - 1,
    importLines: module.staticImports.reduce((sum, { start, end }) => sum + countLines(text.slice(start, end)), 0),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, exportName }) => (moduleRequest ? [] : (exportName.name ?? []))),
    ),
    imports: [...new Set(specifiers.flatMap((specifier) => resolveImport(path, specifier) ?? []))],
  };
}

const files = areas
  .flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((file) => join(area, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/migrations/'))
  .map(readSource);

const importersOf = Map.groupBy(
  files.flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported }))),
  ({ imported }) => imported,
);
const splitName = (name: string) => name.split(/(?=[A-Z][a-z])|_/).filter(Boolean);

function summarise(): Record<string, number | string> {
  const sum = (value: (file: SourceFile) => number) => files.reduce((total, file) => total + value(file), 0);
  const lines = sum((file) => file.lines);
  const names = files.flatMap((file) => file.exports).map(splitName);
  const singleImporter = files.flatMap(({ path }) => {
    const importers = importersOf.get(path) ?? [];
    return importers.length === 1 ? importers.map((importer) => ({ path, importer: importer.path })) : [];
  });
  return {
    files: files.length,
    lines,
    'files under 30 lines': files.filter((file) => file.lines < 30).length,
    'exported names per 1,000 lines': ((names.length / lines) * 1000).toFixed(1),
    'import lines, %': ((sum((file) => file.importLines) / lines) * 100).toFixed(1),
    'files with one importer': singleImporter.length,
    'files with one importer, in the same folder': singleImporter.filter(
      ({ path, importer }) => dirname(path) === dirname(importer),
    ).length,
    'names with And': names.filter((words) => words.includes('And')).length,
    'names of six words and more, %': (
      (names.filter((words) => words.length >= 6).length / names.length) *
      100
    ).toFixed(1),
  };
}

/** Counts the files directly in a folder and the imports between them. */
function measureFolder(folder: string): Record<string, number> {
  const rooms = files.filter(({ path }) => dirname(path) === folder);
  const arrows = rooms.flatMap(({ imports }) => imports.filter((imported) => dirname(imported) === folder));
  return { [`rooms of ${folder}`]: rooms.length, [`arrows of ${folder}`]: arrows.length };
}

console.table(Object.assign(summarise(), ...process.argv.slice(2).map(measureFolder)));
