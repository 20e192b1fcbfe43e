import { expect, test } from 'vitest';
import { keepQuery } from '#shared/keep-query.ts';

test.each([
  ['/wines/a/1', '', '/wines/a/1'],
  ['/wines/a/1', '?from=salon', '/wines/a/1?from=salon'],
  ['/wines/a/1', 'utm_source=a&utm_source=b', '/wines/a/1?utm_source=a&utm_source=b'],
  ['/products/a/1?format=2', '?format=9&gclid=x', '/products/a/1?format=2&gclid=x'],
  ['/a', '?x=//evil.example', '/a?x=%2F%2Fevil.example'],
])('the redirect to %s of a request with %j leads to %s', (location, search, target) =>
  expect(keepQuery(location, search)).toBe(target),
);
