import { expect, test } from 'vitest';
import { socketFolder } from '#server/embedded-postgres/socket-folder.ts';

test('the socket lies in the data folder', () => expect(socketFolder('/srv/cuvee')).toBe('/srv/cuvee/run'));

test('where that path is too long it lies elsewhere, at the same place each time', () => {
  const long = `/${'deep/'.repeat(30)}data`;
  const folder = socketFolder(long);
  expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  expect(socketFolder(long)).toBe(folder);
  expect(socketFolder(`${long}2`)).not.toBe(folder);
});

test('bytes count, not letters', () => {
  const accents = `/srv/${'é'.repeat(45)}`;
  expect(Buffer.byteLength(socketFolder(accents))).toBeLessThan(95);
});
