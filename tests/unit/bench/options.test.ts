import { expect, test } from 'vitest';
import { InvalidBenchOptionError, parseBenchOptions } from '../../../bench/options.ts';

test('the benchmark measures this project in full without options', () => {
  expect(parseBenchOptions([])).toEqual({ kind: 'own', isQuick: false });
  expect(parseBenchOptions(['--quick'])).toEqual({ kind: 'own', isQuick: true });
  expect(parseBenchOptions(['--only', 'start'])).toEqual({ kind: 'own', isQuick: false, only: ['start'] });
  expect(parseBenchOptions(['--only', 'panel,pages,panel'])).toMatchObject({ only: ['pages', 'panel'] });
  expect(parseBenchOptions(['--quick', '--sites', '10000'])).toEqual({ kind: 'own', isQuick: true, maxSites: 10_000 });
});

test('the benchmark measures another server with --url, with default connections and duration', () => {
  expect(parseBenchOptions(['--url', 'http://127.0.0.1:3000/x?y=1'])).toEqual({
    kind: 'external',
    target: { url: 'http://127.0.0.1:3000/x?y=1', connections: 50, durationSeconds: 10 },
  });
});

test('parseBenchOptions reads --host, --connections and --duration', () => {
  const args = ['--url', 'https://a.example/', '--host', 'b.localhost:3000', '--connections', '5', '--duration', '30'];
  expect(parseBenchOptions(args)).toEqual({
    kind: 'external',
    target: { url: 'https://a.example/', host: 'b.localhost:3000', connections: 5, durationSeconds: 30 },
  });
});

test('parseBenchOptions shows the help whatever the other options are', () => {
  expect(parseBenchOptions(['--help', '--connections', '5'])).toEqual({ kind: 'help' });
});

test.each([
  [['--nothing'], /--nothing/],
  [['word'], /word/],
  [['--url'], /--url/],
  [['--url', 'a.example'], /--url must be a URL/],
  [['--url', 'ftp://a.example/'], /--url must be a URL/],
  [['--url', 'http://a/', '--connections', '0'], /--connections must be a whole number from 1 to 1000/],
  [['--url', 'http://a/', '--connections', 'many'], /--connections/],
  [['--url', 'http://a/', '--duration', '1.5'], /--duration/],
  [['--url', 'http://a/', '--duration', '601'], /--duration/],
  [['--url', 'http://a/', '--host', 'a b'], /--host must be a host name/],
  [['--url', 'http://a/', '--host', 'a\r\nx: y'], /--host must be a host name/],
  [['--url', 'http://a/', '--quick'], /--quick cannot be combined with --url/],
  [['--url', 'http://a/', '--only', 'start'], /--only cannot be combined with --url/],
  [['--url', 'http://a/', '--sites', '1000'], /--sites cannot be combined with --url/],
  [['--sites', '100'], /--sites must be a whole number from 101 to 100000/],
  [['--only', 'everything'], /--only must be one of pages/],
  [['--only', 'pages,'], /--only must be one of pages/],
  [['--connections', '5'], /--connections requires --url/],
  [['--host', 'a'], /--host requires --url/],
])('parseBenchOptions refuses %j with a reason', (args, reason) => {
  expect(() => parseBenchOptions(args)).toThrow(InvalidBenchOptionError);
  expect(() => parseBenchOptions(args)).toThrow(reason);
});
