import { expect, test } from 'vitest';
import { buildApiPath } from '#shared/api-path.ts';

test.each([
  ['a path without parameters', buildApiPath('GET /theme'), '/theme'],
  ['parameters of the path', buildApiPath('GET /news/{id}', { params: { id: 42 } }), '/news/42'],
  [
    'encoded values',
    buildApiPath('GET /product', { query: { search: 'château & co' } }),
    '/product?search=ch%C3%A2teau%20%26%20co',
  ],
  [
    'an encoded parameter',
    buildApiPath('GET /component/conf/{slug}', { params: { slug: 'a/b' } }),
    '/component/conf/a%2Fb',
  ],
  ['a sorted query', buildApiPath('GET /product', { query: { page: 2, kind: 'RED' } }), '/product?kind=RED&page=2'],
  [
    'no empty values',
    buildApiPath('GET /product', { query: { kind: '', tags: undefined, page: 0 } }),
    '/product?page=0',
  ],
])('buildApiPath returns %s', (_, path, expected) => expect(path).toBe(expected));
