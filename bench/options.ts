import { parseArgs } from 'node:util';
import type { ExternalBenchmarkTarget } from './benchmark-url-and-print-report.ts';

export type BenchOptions =
  | { kind: 'help' }
  | { kind: 'external'; target: ExternalBenchmarkTarget }
  | { kind: 'own'; isQuick: boolean; only?: readonly BenchPartName[]; maxSites?: number };

/** Names of the parts of a benchmark run, in the order in which they are measured. */
export const benchPartNames = [
  'pages',
  'floors',
  'weight',
  'change',
  'orders',
  'attacks',
  'attack',
  'panel',
  'start',
  'sites',
] as const;
export type BenchPartName = (typeof benchPartNames)[number];

export class InvalidBenchOptionError extends Error {}

const maxSites = 100_000;
/** The largest number of sites is above the second one of the profiles. */
const minSites = 101;

export const benchUsage = `npm run bench                 measures this project and writes bench/results/report.md and report.json
npm run bench -- --quick      the same in a few minutes: fewer and shorter samples, at most 1,000 sites
npm run bench -- --quick --sites 10000
                              the same with another largest number of sites
npm run bench -- --url <url> [--host <name>] [--connections 50] [--duration 10]
                              measures another server with the same load generator

  --url          URL to measure, such as http://127.0.0.1:3000/nos-produits/nos-vins; starts no server
  --host         value of the Host header; by default the host of the URL
  --connections  open connections, 1 to 1000; 50 by default
  --duration     seconds of each sample, 1 to 600; 10 by default
  --quick        fewer and shorter samples
  --sites        largest number of sites, 101 to ${maxSites}
  --only         parts, separated by commas: ${benchPartNames.join(', ')}
  --help         this text`;

const definitions = {
  url: { type: 'string' },
  host: { type: 'string' },
  connections: { type: 'string' },
  duration: { type: 'string' },
  quick: { type: 'boolean' },
  only: { type: 'string' },
  sites: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Parses the options of `npm run bench`.
 * @throws InvalidBenchOptionError with the name of the option and the reason.
 */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { url, host, connections, duration, quick: isQuick = false, only, sites, help } = parse(args);
  if (help) return { kind: 'help' };
  if (url === undefined) {
    const misplaced = Object.entries({ host, connections, duration }).find(([, value]) => value !== undefined)?.[0];
    if (misplaced) throw new InvalidBenchOptionError(`--${misplaced} requires --url`);
    return {
      kind: 'own',
      isQuick,
      ...(only !== undefined && { only: parseParts(only) }),
      ...(sites !== undefined && { maxSites: parseWholeNumber('sites', sites, maxSites, minSites) }),
    };
  }
  const ownOption = isQuick ? 'quick' : Object.entries({ only, sites }).find(([, value]) => value !== undefined)?.[0];
  if (ownOption) throw new InvalidBenchOptionError(`--${ownOption} cannot be combined with --url`);
  return {
    kind: 'external',
    target: {
      url: parseUrl(url),
      connections: parseWholeNumber('connections', connections ?? '50', 1_000),
      durationSeconds: parseWholeNumber('duration', duration ?? '10', 600),
      ...(host !== undefined && { host: parseHost(host) }),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: definitions, allowPositionals: false }).values;
  } catch (error) {
    throw new InvalidBenchOptionError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the named parts in the order in which they are measured. */
function parseParts(text: string): BenchPartName[] {
  const named = new Set(text.split(',').map(parsePart));
  return benchPartNames.filter((part) => named.has(part));
}

function parsePart(text: string): BenchPartName {
  const name = benchPartNames.find((part) => part === text);
  if (!name) throw new InvalidBenchOptionError(`--only must be one of ${benchPartNames.join(', ')}, not "${text}"`);
  return name;
}

function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidBenchOptionError(`--url must be a URL such as http://127.0.0.1:3000/, not "${text}"`);
  return text;
}

function parseHost(text: string): string {
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(text))
    throw new InvalidBenchOptionError(`--host must be a host name such as willow-hill.localhost, not "${text}"`);
  return text;
}

function parseWholeNumber(name: string, text: string, max: number, min = 1): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new InvalidBenchOptionError(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}
