import { describe, expect, it } from 'vitest';
import {
  analyticsServiceKeys,
  analyticsServices,
  findAnalyticsServiceIdIssue,
  listEnabledAnalyticsServices,
} from '#shared/consent/analytics-services.ts';
import { cspDirectives, isCspOrigin } from '#shared/csp-sources.ts';
import { findParameterIssue } from '#shared/site/parameter-input.ts';
import { ExternalAppInput } from '#shared/site/site-input.ts';

describe('listEnabledAnalyticsServices', () => {
  it('lists the services with a valid id in the order of the registry', () => {
    const ids = { SOCIAL_PIXEL: '1234567890', WEB_ANALYTICS: 'G-ABC1234', FAKE_PAY: 'key' };
    expect(listEnabledAnalyticsServices(ids).map(({ app, id }) => [app, id])).toEqual([
      ['WEB_ANALYTICS', 'G-ABC1234'],
      ['SOCIAL_PIXEL', '1234567890'],
    ]);
  });

  it.each(analyticsServiceKeys)('does not start %s with an empty id or one that could change the policy', (app) => {
    for (const id of [
      '',
      ' ',
      "x.example; script-src 'unsafe-inline'/1",
      'https://x.example/1',
      'x.example/1\n',
      'x'.repeat(300),
    ])
      expect(listEnabledAnalyticsServices({ [app]: id })).toEqual([]);
  });

  it.each(analyticsServiceKeys)('%s accepts its example, and all its origins can be part of a policy', (app) => {
    const { idExample } = analyticsServices[app];
    const [service] = listEnabledAnalyticsServices({ [app]: idExample });
    const sources = service?.policySources(idExample) ?? {};
    expect(sources.script?.length).toBeGreaterThan(0);
    expect(cspDirectives.flatMap((directive) => sources[directive] ?? []).filter((s) => !isCspOrigin(s))).toEqual([]);
  });
});

describe('findAnalyticsServiceIdIssue', () => {
  it.each([
    ['WEB_ANALYTICS', { id: 'UA-1' }, 'must be an id of Google Analytics such as G-ABC1234567'],
    ['SECOND_ANALYTICS', { id: 3 }, 'must be an id of Matomo such as stats.example.com/1'],
    ['WEB_ANALYTICS', { id: '' }, null],
    ['WEB_ANALYTICS', {}, null],
    ['ANOTHER_APP', { id: 'anything' }, null],
  ])('%s with %j: %s', (app, config, issue) => {
    expect(findAnalyticsServiceIdIssue(app, config)).toBe(issue);
  });

  it('refuses a wrong id when an external application is saved', () => {
    const result = ExternalAppInput.safeParse({ app: 'ADS', public: { id: 'AW-1' } });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([['public', 'id']]);
  });
});

describe('COOKIE_CONSENT_MONTHS', () => {
  it.each([
    [1, null],
    [13, null],
    [0, 'must be a whole number between 1 and 13, not 0'],
    [14, 'must be a whole number between 1 and 13, not 14'],
    [6.5, 'must be a whole number between 1 and 13, not 6.5'],
    ['6', 'must be a whole number between 1 and 13, not "6"'],
  ])('%j months: %s', (months, issue) => {
    expect(findParameterIssue('COOKIE_CONSENT_MONTHS', months)?.message ?? null).toBe(issue);
  });
});
