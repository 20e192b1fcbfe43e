import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';

const starter = join(import.meta.dirname, '../../../server/cli/starter');

test.each(languages)('the starter of a new site has a page tree in %s', (lang) =>
  expect(existsSync(join(starter, `page-tree.${lang}.json`))).toBe(true),
);
