import { existsSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chunkNameByPath } from '../../../tools/build/chunks.ts';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isModule = (path: string) => ['.ts', '.tsx'].some((extension) => existsSync(path + extension));

describe('the table of chunks', () => {
  // The modules of a path that no longer exists would go to other chunks without any message.
  test.each(Object.keys(chunkNameByPath))('names the existing folder or module %s', (path) =>
    expect(isFolder(path) || isModule(path)).toBe(true),
  );
});
