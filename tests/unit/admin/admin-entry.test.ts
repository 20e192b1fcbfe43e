import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('the entry of the panel awaits nothing at its top level, where the chunk of a language would wait for it', async () => {
  const source = await readFile('client/admin/admin-entry.tsx', 'utf8');
  expect(source).toContain('await Promise.all(');
  expect(source).not.toMatch(/^\S.*\bawait\b/m);
});
