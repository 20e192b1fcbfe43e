import { describe, expect, it } from 'vitest';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';
import { maxId } from '#shared/limits.ts';

const analytics = { app: 'WEB_ANALYTICS', id: 'G-ABC123' };
const pixel = { app: 'SOCIAL_PIXEL', id: '1234567890' };

describe('computeConsentRevision', () => {
  it('does not depend on the order of the services', () => {
    expect(computeConsentRevision([analytics, pixel])).toBe(computeConsentRevision([pixel, analytics]));
  });

  it.each([
    ['a service is added', [analytics, pixel]],
    ['a service is removed', []],
    ['the estate changes its id at a service', [{ ...analytics, id: 'G-ABC124' }]],
  ])('changes when %s', (_, services) => {
    expect(computeConsentRevision(services)).not.toBe(computeConsentRevision([analytics]));
  });

  it('is a positive number that a database integer can hold', () => {
    const revisions = Array.from({ length: 1_000 }, (_, id) =>
      computeConsentRevision([{ app: 'WEB_ANALYTICS', id: `${id}` }]),
    );
    expect(Math.min(...revisions)).toBeGreaterThan(0);
    expect(Math.max(...revisions)).toBeLessThanOrEqual(maxId);
  });
});
