import { describe, expect, test } from 'vitest';
import { parseAuthority } from '#server/storefront/sites/host-name.ts';

describe('parseAuthority', () => {
  test.each([
    ['domaine-a.fr', 'domaine-a.fr', ''],
    ['DOMAINE-A.FR', 'domaine-a.fr', ''],
    ['domaine-a.fr:3000', 'domaine-a.fr', '3000'],
    ['domaine-a.fr.', 'domaine-a.fr', ''],
    ['Domaine-A.fr.:8080', 'domaine-a.fr', '8080'],
    ['xn--chteau-b-jza.fr', 'xn--chteau-b-jza.fr', ''],
    [Buffer.from('château-b.fr').toString('latin1'), 'xn--chteau-b-jza.fr', ''],
    ['127.0.0.1:3000', '127.0.0.1', '3000'],
    ['[::1]:3000', '[::1]', '3000'],
  ])('parses %s into the name %s and the port "%s"', (header, name, port) => {
    expect(parseAuthority(header)).toEqual({ name, port });
  });

  test.each([
    '',
    ' ',
    'a b',
    'a/b',
    'user@a.fr',
    'a.fr:80:80',
    'a.fr:port',
    'a..fr',
    'a.fr..',
    '-',
    '[::1',
    'a,b',
    'a.fr?',
    'x'.repeat(300),
  ])('returns null for "%s"', (header) => {
    expect(parseAuthority(header)).toBeNull();
  });
});
