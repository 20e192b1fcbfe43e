import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { formatIssues } from '#server/import/content-issues.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, setJsonValueAtPath } from '#tests/support/fixtures/starter-site.ts';

let sitesDir: string;
let dir: string;
let count = 0;
beforeAll(async () => {
  sitesDir = await createTemporaryFolder();
});
beforeEach(async () => {
  count += 1;
  dir = await copyStarterSite(sitesDir, `chateau-${count}`, 100 + count);
});

const file = 'content/pages.json';
const corrupt = (path: readonly (string | number)[], value: unknown) =>
  setJsonValueAtPath(join(dir, file), path, value);

it.each([
  [
    'an unknown kind',
    [0, 'sections', 3, 'kind'],
    'blog',
    '0.sections.3.kind: must be one of html, hero, heading, text',
  ],
  ['an unknown field', [0, 'sections', 0, 'colour'], 'red', '0.sections.0: Unrecognized key: "colour"'],
  ['the field of another kind', [0, 'sections', 3, 'caption'], 'x', '0.sections.3: Unrecognized key: "caption"'],
  ['a missing field', [0, 'sections', 1, 'paragraphs'], undefined, '0.sections.1.paragraphs: Invalid input'],
  ['a text of the wrong type', [0, 'sections', 1, 'signature'], 3, '0.sections.1.signature: Invalid input'],
  ['a picture other than a path', [0, 'sections', 0, 'image'], 12, '0.sections.0.image: Invalid input'],
  ['a link that runs a script', [0, 'sections', 4, 'link', 'url'], 'javascript:x', '0.sections.4.link.url: must begin'],
  ['a duplicate id', [0, 'sections', 1, 'id'], 1, '0.sections.1.id: the id 1 is used already'],
  ['a missing id', [0, 'sections', 1, 'id'], undefined, '0.sections.1.id: Invalid input'],
  [
    'a hero after the first section',
    [0, 'sections', 3],
    { id: 4, kind: 'hero' },
    '0.sections.3.kind: "hero" can only be the first',
  ],
  [
    'an html section without text',
    [1, 'sections', 1],
    { id: 1, kind: 'html' },
    '1.sections.1: must have either markdown or html',
  ],
  ['the key `layouts` of an older version', [2, 'layouts'], [], '2: Unrecognized key: "layouts"'],
] as const)(
  'the check of pages names file, path and reason of %s',
  { timeout: 60_000 },
  async (_, path, value, issue) => {
    await corrupt(path, value);
    expect(formatIssues(await checkSiteFolder(dir))).toContain(`${file}  ${issue}`);
  },
);

it('the check of pages reports a file of an older version as unused', async () => {
  await writeFile(join(dir, 'content/components.json'), '{}');
  expect(formatIssues(await checkSiteFolder(dir))).toBe(
    '  content/components.json: is a file that no part of a site reads',
  );
});
