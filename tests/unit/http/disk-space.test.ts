import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDiskWatch, isDiskFull } from '#server/http/disk-space.ts';

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: no space left on device, write`), { code, ...(path && { path }) });
const databaseError = Object.assign(new Error('could not extend file'), { code: '53100' });

function createWatch(writeToDatabase: () => Promise<unknown> = async () => {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const watch = createDiskWatch({ folders: { FILES_DIR: import.meta.dirname }, writeToDatabase, log });
  return { watch, logged: () => lines.map(({ code, disk }) => [code, disk]) };
}

test.each([
  ['a full disk', systemError('ENOSPC'), true],
  ['a full quota', systemError('EDQUOT'), true],
  ['a full disk of the database', new Error('Failed query', { cause: databaseError }), true],
  ['the stored reason of a mail', new Error('ENOSPC: no space left on device, write'), true],
  ['a text of a visitor', new Error('Failed query: params: ENOSPC'), false],
  ['another error', systemError('EACCES'), false],
])('isDiskFull recognises %s', (_, error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});

test('a disk watch logs a full disk once, and its end', async () => {
  const { watch, logged } = createWatch();
  const error = systemError('EDQUOT', `${import.meta.dirname}/picture`);
  expect([await watch.report(error), await watch.report(error)]).toEqual([true, true]);
  expect(logged()).toEqual([['disk_full', `FILES_DIR ${import.meta.dirname}`]]);
  expect(await watch.findReason()).toBe('');
  expect(logged().at(-1)).toEqual(['disk_has_space', `FILES_DIR ${import.meta.dirname}`]);
});

test('a disk watch tries the database again until it has space', async () => {
  let isFull = true;
  const { watch, logged } = createWatch(() => (isFull ? Promise.reject(databaseError) : Promise.resolve()));
  await watch.report(databaseError);
  expect(await watch.findReason()).toBe('disk full: database');
  isFull = false;
  expect(await watch.findReason()).toBe('');
  expect(logged()).toEqual([
    ['disk_full', 'database'],
    ['disk_has_space', 'database'],
  ]);
});

test('a disk watch ignores errors of another kind', async () => {
  const { watch, logged } = createWatch();
  expect(await watch.report(systemError('EACCES'))).toBe(false);
  expect(logged()).toEqual([]);
});
