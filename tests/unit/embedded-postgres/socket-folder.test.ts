import { describe, expect, test } from 'vitest';
import { getPostgresSocketFolder } from '#server/embedded-postgres/socket-folder.ts';

describe('getPostgresSocketFolder', () => {
  test('returns a folder inside the data folder', () =>
    expect(getPostgresSocketFolder('/srv/cuvee')).toBe('/srv/cuvee/run'));

  test('returns a stable short folder if the path of the socket would be too long', () => {
    const long = `/${'deep/'.repeat(30)}data`;
    const folder = getPostgresSocketFolder(long);
    expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(getPostgresSocketFolder(long)).toBe(folder);
    expect(getPostgresSocketFolder(`${long}2`)).not.toBe(folder);
  });

  test('limits the length in bytes, not in characters', () => {
    const accents = `/srv/${'é'.repeat(45)}`;
    expect(Buffer.byteLength(getPostgresSocketFolder(accents))).toBeLessThan(95);
  });
});
