import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

/** Infrastructure for jobs, and the file that brings those of all domains together. */
const isInfrastructure = (file: string): boolean =>
  /^server\/api\/(jobs|changes)\/|^server\/api\/api-jobs\.ts$/.test(file);

test('the daily and hourly tasks of a domain stand in the file <domain>-jobs.ts', () => {
  const defining = listSourceFiles('server').filter(
    (file) => !isInfrastructure(file) && /\bDailySiteTasks\b|^ +(daily|hourly): \{/m.test(read(file)),
  );
  expect(defining.length).toBeGreaterThan(10);
  const misplaced = defining.filter((file) => {
    const [, domain] = /^server\/api\/(\w+)\//.exec(file) ?? [];
    return !file.endsWith(`/${domain}-jobs.ts`);
  });
  expect(misplaced).toEqual([]);
});
