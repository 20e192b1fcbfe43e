import { describe, expect, test } from 'vitest';
import { postgresSocketFolder } from '#server/embedded-postgres/socket-folder.ts';

describe('postgresSocketFolder', () => {
  test('returns a folder inside the data folder', () =>
    expect(postgresSocketFolder('/srv/cuvee')).toBe('/srv/cuvee/run'));

  test('returns a stable short folder if the path of the socket would be too long', () => {
    const long = `/${'deep/'.repeat(30)}data`;
    const folder = postgresSocketFolder(long);
    expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(postgresSocketFolder(long)).toBe(folder);
    expect(postgresSocketFolder(`${long}2`)).not.toBe(folder);
  });

  test('limits the length in bytes, not in characters', () => {
    const accents = `/srv/${'é'.repeat(45)}`;
    expect(Buffer.byteLength(postgresSocketFolder(accents))).toBeLessThan(95);
  });
});
