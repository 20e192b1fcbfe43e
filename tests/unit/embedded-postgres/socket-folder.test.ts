import { describe, expect, test } from 'vitest';
import { socketFolder } from '#server/embedded-postgres/socket-folder.ts';

describe('socketFolder', () => {
  test('returns a folder inside the data folder', () => expect(socketFolder('/srv/cuvee')).toBe('/srv/cuvee/run'));

  test('returns a stable short folder if the path of the socket would be too long', () => {
    const long = `/${'deep/'.repeat(30)}data`;
    const folder = socketFolder(long);
    expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(socketFolder(long)).toBe(folder);
    expect(socketFolder(`${long}2`)).not.toBe(folder);
  });

  test('limits the length in bytes, not in characters', () => {
    const accents = `/srv/${'é'.repeat(45)}`;
    expect(Buffer.byteLength(socketFolder(accents))).toBeLessThan(95);
  });
});
