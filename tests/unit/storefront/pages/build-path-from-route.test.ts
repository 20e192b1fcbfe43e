import { describe, expect, it } from 'vitest';
import { buildPathFromRoute } from '#server/storefront/pages/build-path-from-route.ts';

describe('buildPathFromRoute', () => {
  it('returns a route without parameters as it is', () =>
    expect(buildPathFromRoute('/robots.txt', {})).toBe('/robots.txt'));

  it.each(['/calendar/events/3.ics', '/calendar/%65vents/3.ics', '/calendar/events/%33%2Eics'])(
    'returns one path for %s',
    (path) => {
      const [, , route = '', file = ''] = path.split('/').map(decodeURIComponent);
      expect(buildPathFromRoute('/calendar/:route/:file', { route, file })).toBe('/calendar/events/3.ics');
    },
  );

  it('keeps separators in a parameter encoded', () =>
    expect(buildPathFromRoute('/calendar/:route/:file', { route: 'a/b', file: '?x' })).toBe('/calendar/a%2Fb/%3Fx'));
});
