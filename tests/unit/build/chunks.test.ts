import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chunkNamesByFolderPath } from '../../../tools/build/chunks.ts';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

describe('the table of chunks', () => {
  // The modules of a folder that no longer exists would go to other chunks without any message.
  test.each(Object.keys(chunkNamesByFolderPath))('names the existing folder %s', (path) =>
    expect(isFolder(path)).toBe(true),
  );
});
