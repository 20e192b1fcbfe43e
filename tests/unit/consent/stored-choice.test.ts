import { describe, expect, it } from 'vitest';
import { readStoredChoice } from '#client/features/consent/stored-choice.ts';

const now = Date.UTC(2026, 10, 22);
const stored = {
  categories: ['necessary', 'statistics'],
  services: { necessary: [], statistics: ['WEB_ANALYTICS', 'REMOVED_SERVICE'] },
  revision: 7,
  data: { recorded: '2026-11-01T08:00:00.000Z' },
  consentId: '8a2f1f0e-0000-4000-8000-000000000000',
  lastConsentTimestamp: '2026-11-01T08:00:00.000Z',
  expirationTime: now + 1,
};
const toCookies = (changes: object = {}) =>
  `locale=fr_FR; consent=${encodeURIComponent(JSON.stringify({ ...stored, ...changes }))}; other=1`;

describe('readStoredChoice', () => {
  it('reads the accepted services that the platform knows', () => {
    expect(readStoredChoice(toCookies(), 7, now)).toEqual({
      id: stored.consentId,
      accepted: ['WEB_ANALYTICS'],
      chosenAt: stored.lastConsentTimestamp,
      isRecorded: true,
    });
  });

  it('treats an earlier choice as not recorded', () => {
    const cookies = toCookies({ lastConsentTimestamp: '2026-11-02T08:00:00.000Z' });
    expect(readStoredChoice(cookies, 7, now)?.isRecorded).toBe(false);
    expect(readStoredChoice(toCookies({ data: null }), 7, now)?.isRecorded).toBe(false);
  });

  it.each([
    ['the services or texts have changed since', toCookies({ revision: 8 })],
    ['it has expired', toCookies({ expirationTime: now })],
    ['it has no time of expiry', toCookies({ expirationTime: undefined })],
    ['there is no cookie', 'locale=fr_FR'],
    ['the cookie was cut off', toCookies().slice(0, 60)],
    ['the cookie is no object', 'consent=1'],
    ['the cookie is not encoded', 'consent=%E0%A4%A'],
  ])('returns null if %s', (_, cookies) => {
    expect(readStoredChoice(cookies, 7, now)).toBeNull();
  });
});
