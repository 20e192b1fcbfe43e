import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The texts for engineers. Those for operators name files of an installation, too. */
const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/{how-to,decisions}/*.md')];

/** Paths from the root in a guide, such as `server/main.ts`; patterns and examples with `<name>` or `*` are none. */
const listPaths = (text: string): string[] =>
  [...text.matchAll(/`((?:bench|client|docs|server|shared|sites|tests|tools)\/[\w./-]+)`/g)].flatMap(
    ([, path]) => path ?? [],
  );

test.each(guides)('%s names files that exist', (guide) => {
  const missing = listPaths(readFileSync(guide, 'utf8')).filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});

test('the guides name files', () => {
  expect(guides.flatMap((guide) => listPaths(readFileSync(guide, 'utf8'))).length).toBeGreaterThan(300);
});
