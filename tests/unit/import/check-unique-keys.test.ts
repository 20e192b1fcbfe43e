import { describe, expect, it } from 'vitest';
import { checkUniqueKeys } from '#server/import/check-site-content.ts';
import { contentFileDefinitions } from '#server/import/content-schema.ts';
import type { ParsedSiteContent } from '#server/import/read-site-folder.ts';

const lists = Object.entries(contentFileDefinitions).flatMap(([file, { key }]) =>
  key === null ? [] : [[file, key] as const],
);

/** Creates the files of a folder in which only one list has entries. */
const createFiles = (file: string, entries: readonly object[]) =>
  Object.fromEntries(
    Object.keys(contentFileDefinitions).map((name) => [name, name === file ? entries : []]),
  ) as unknown as ParsedSiteContent['files'];

describe('checkUniqueKeys', () => {
  it.each(lists)('reports two entries of %s with the same %s', (file, key) => {
    const files = createFiles(file, [{ [key]: 1 }, { [key]: 2 }, { [key]: 1 }]);
    const reason = `the ${key} 1 is used already at 0`;
    expect(checkUniqueKeys({ files })).toEqual([{ file: `content/${file}`, path: `2.${key}`, reason }]);
  });

  it('knows the key of every file that is a list', () => {
    const files = Object.entries(contentFileDefinitions).filter(([, { schema }]) => schema.safeParse([]).success);
    expect(files.map(([file]) => file).toSorted()).toEqual(lists.map(([file]) => file).toSorted());
  });
});
