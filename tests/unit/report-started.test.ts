import { expect, test } from 'vitest';
import { formatStartReport } from '#server/report-started.ts';

const config = {
  role: 'both' as const,
  smtpUrl: null,
  dataDir: `${process.cwd()}/data`,
  admin: null,
  hasLocalNames: true,
  trustProxy: [],
};

test('the terminal shows a table of the sites, where mails go and how to get an administrator', () => {
  const addresses = [
    ['Domaine des Chênes', ['http://localhost:3000']],
    ['Willow Hill', ['http://willow-hill.localhost:3000', 'http://fr.willow-hill.localhost:3000']],
  ] as const;
  const text = formatStartReport(addresses, 3, 5, config);
  expect(text).toContain('Cuvée serves 5 sites:');
  expect(text).toContain('  Domaine des Chênes  http://localhost:3000\n');
  expect(text).toContain(
    '  Willow Hill         http://willow-hill.localhost:3000  http://fr.willow-hill.localhost:3000',
  );
  expect(text).toContain('… and 3 more');
  expect(text).toContain('Mails are written to data/outbox.');
  expect(text).toContain('set ADMIN_EMAIL and ADMIN_PASSWORD');
  expect(text).not.toContain('TRUST_PROXY');
});

test('a server without local names explains what to do behind a proxy', () => {
  expect(formatStartReport([], 0, 0, { ...config, hasLocalNames: false })).toContain('set TRUST_PROXY');
});
