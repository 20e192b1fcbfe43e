import { parseArgs } from 'node:util';
import type { ExternalTarget } from './external.ts';

export type Options =
  | { kind: 'help' }
  | { kind: 'external'; target: ExternalTarget }
  | { kind: 'own'; quick: boolean; only?: PartName };

/** What a run measures, in this order. */
export const partNames = ['pages', 'weight', 'start', 'sites', 'change', 'orders'] as const;
export type PartName = (typeof partNames)[number];

/** What was typed cannot be meant. */
export class BadOption extends Error {}

export const usage = `npm run bench                 measures this project and writes bench/results/report.md and report.json
npm run bench -- --quick      the same in a few minutes: fewer and shorter bursts, 1,000 sites at the most
npm run bench -- --url <address> [--host <name>] [--connections 50] [--duration 10]
                              loads another server with the same generator

  --url          address to load, such as http://127.0.0.1:3000/nos-produits/nos-vins; nothing is started here
  --host         value of the Host header; by default the address's own
  --connections  open connections, 1 to 1000; 50 by default
  --duration     seconds of each burst, 1 to 600; 10 by default
  --quick        fewer and shorter bursts
  --only         one part: ${partNames.join(', ')}
  --help         this text`;

const definitions = {
  url: { type: 'string' },
  host: { type: 'string' },
  connections: { type: 'string' },
  duration: { type: 'string' },
  quick: { type: 'boolean' },
  only: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @throws BadOption saying which and why. */
export function readOptions(args: readonly string[]): Options {
  const { url, host, connections, duration, quick = false, only, help } = parse(args);
  if (help) return { kind: 'help' };
  if (url === undefined) {
    const orphan = Object.entries({ host, connections, duration }).find(([, value]) => value !== undefined)?.[0];
    if (orphan) throw new BadOption(`--${orphan} goes with --url: what this project measures of itself is fixed`);
    return { kind: 'own', quick, ...(only !== undefined && { only: partOf(only) }) };
  }
  if (quick || only !== undefined) throw new BadOption(`--${quick ? 'quick' : 'only'} does not go with --url`);
  return {
    kind: 'external',
    target: {
      url: addressOf(url),
      connections: wholeNumber('connections', connections ?? '50', 1_000),
      duration: wholeNumber('duration', duration ?? '10', 600),
      ...(host !== undefined && { host: hostOf(host) }),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: definitions, allowPositionals: false }).values;
  } catch (error) {
    throw new BadOption(error instanceof Error ? error.message : String(error));
  }
}

function partOf(text: string): PartName {
  const name = partNames.find((part) => part === text);
  if (!name) throw new BadOption(`--only must be one of ${partNames.join(', ')}, not "${text}"`);
  return name;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new BadOption(`--url must be an address such as http://127.0.0.1:3000/, not "${text}"`);
  return text;
}

function hostOf(text: string): string {
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(text))
    throw new BadOption(`--host must be a host name such as willow-hill.localhost, not "${text}"`);
  return text;
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new BadOption(`--${name} must be a whole number from 1 to ${most}, not "${text}"`);
  return value;
}
