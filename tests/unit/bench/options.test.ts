import { expect, test } from 'vitest';
import { BadOption, readOptions } from '../../../bench/options.ts';

test('without options the project measures itself in full', () => {
  expect(readOptions([])).toEqual({ kind: 'own', quick: false });
  expect(readOptions(['--quick'])).toEqual({ kind: 'own', quick: true });
  expect(readOptions(['--only', 'start'])).toEqual({ kind: 'own', quick: false, only: 'start' });
});

test('an address makes it load another server, with defaults', () => {
  expect(readOptions(['--url', 'http://127.0.0.1:3000/x?y=1'])).toEqual({
    kind: 'external',
    target: { url: 'http://127.0.0.1:3000/x?y=1', connections: 50, duration: 10 },
  });
});

test('host, connections and duration are taken', () => {
  const args = ['--url', 'https://a.example/', '--host', 'b.localhost:3000', '--connections', '5', '--duration', '30'];
  expect(readOptions(args)).toEqual({
    kind: 'external',
    target: { url: 'https://a.example/', host: 'b.localhost:3000', connections: 5, duration: 30 },
  });
});

test('help wins over everything else', () => {
  expect(readOptions(['--help', '--connections', '5'])).toEqual({ kind: 'help' });
});

test.each([
  [['--nothing'], /--nothing/],
  [['word'], /word/],
  [['--url'], /--url/],
  [['--url', 'a.example'], /--url must be an address/],
  [['--url', 'ftp://a.example/'], /--url must be an address/],
  [['--url', 'http://a/', '--connections', '0'], /--connections must be a whole number from 1 to 1000/],
  [['--url', 'http://a/', '--connections', 'many'], /--connections/],
  [['--url', 'http://a/', '--duration', '1.5'], /--duration/],
  [['--url', 'http://a/', '--duration', '601'], /--duration/],
  [['--url', 'http://a/', '--host', 'a b'], /--host must be a host name/],
  [['--url', 'http://a/', '--host', 'a\r\nx: y'], /--host must be a host name/],
  [['--url', 'http://a/', '--quick'], /--quick does not go with --url/],
  [['--url', 'http://a/', '--only', 'start'], /--only does not go with --url/],
  [['--only', 'everything'], /--only must be one of pages/],
  [['--connections', '5'], /--connections goes with --url/],
  [['--host', 'a'], /--host goes with --url/],
])('%j is refused with a reason', (args, reason) => {
  expect(() => readOptions(args)).toThrow(BadOption);
  expect(() => readOptions(args)).toThrow(reason);
});
