import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyticsServiceKeys, listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';

const read = (path: string) => readFileSync(new URL(`../../../sites/${path}`, import.meta.url), 'utf8');
const readServices = (estate: string) => {
  const apps: Record<string, { public: { id?: string } }> = JSON.parse(read(`${estate}/content/external-apps.json`));
  return listEnabledAnalyticsServices(
    Object.fromEntries(Object.entries(apps).map(([app, config]) => [app, config.public.id ?? ''])),
  );
};

describe('demonstration estates', () => {
  it('the cookie policy of Domaine des Chênes names all its services and their companies', () => {
    const services = readServices('domaine-des-chenes');
    expect(services.map(({ app }) => app)).toEqual(analyticsServiceKeys);
    const policy = read('domaine-des-chenes/content/legal/cookie-policy.md');
    expect(services.filter(({ name, company }) => !policy.includes(name) || !policy.includes(company))).toEqual([]);
  });

  it('Willow Hill uses no service', () => {
    expect(readServices('willow-hill')).toEqual([]);
  });
});
