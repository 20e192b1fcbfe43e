import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchExternal } from './external.ts';
import { clear, type Ground, type Profile, prepare, profiles } from './ground.ts';
import { machine } from './machine.ts';
import { stopLoad } from './measure.ts';
import { BadOption, type Options, type PartName, readOptions, usage } from './options.ts';
import { goals } from './report/budgets.ts';
import { type Figures, makeReport, type Report, type Section, toMarkdown } from './report/report.ts';
import { measureChange } from './scenarios/change-under-load.ts';
import { measureManySites } from './scenarios/many-sites.ts';
import { measureOrders } from './scenarios/orders.ts';
import { measurePages } from './scenarios/pages.ts';
import { measureStarts } from './scenarios/start-time.ts';
import { measureWeight } from './scenarios/weight.ts';
import { killAll, stopAll } from './started.ts';

/** `npm run bench`. Exit codes: 0, 1 when something broke, 2 for a bad option, 130 when interrupted. */
const results = join(import.meta.dirname, 'results');

/** Minutes after which a run is given up: something hangs. */
const patience = { full: 35, quick: 14 };

async function benchOwn(profile: Profile, only?: PartName): Promise<void> {
  const begin = performance.now();
  const limit = setTimeout(
    () => void end(1, `The bench has not ended in ${patience[profile.name]} minutes.`),
    patience[profile.name] * 60_000,
  );
  const sections: Section[] = [];
  const figures: Figures = {};
  const ground = await prepare(profile);
  for (const [name, measureAll] of Object.entries(parts)) {
    if (only && name !== only) continue;
    console.log(`\n── ${name}`);
    const part = await measureAll(ground, profile);
    sections.push(...part.sections);
    Object.assign(figures, part.figures);
  }
  clearTimeout(limit);
  const minutes = (performance.now() - begin) / 60_000;
  const at = new Date().toISOString();
  await write(makeReport({ at, profile: profile.name, minutes, machine, sections, figures }, goals));
}

type Part = (ground: Ground, profile: Profile) => Promise<{ sections: Section[]; figures: Figures }>;

const single =
  (measure: (ground: Ground, profile: Profile) => Promise<{ section: Section; figures: Figures }>): Part =>
  async (ground, profile) => {
    const { section, figures } = await measure(ground, profile);
    return { sections: [section], figures };
  };

const parts: Record<PartName, Part> = {
  pages: measurePages,
  weight: single(measureWeight),
  start: single(measureStarts),
  sites: measureManySites,
  change: single(measureChange),
  orders: measureOrders,
};

async function write(report: Report): Promise<void> {
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(results, 'report.md'), toMarkdown(report));
  console.log(`\n${toMarkdown(report)}\nWritten to bench/results/report.md and report.json.`);
}

let isEnding = false;

/** Stops everything that was started and takes away what was written for it. A second signal does not wait. */
async function end(code: number, words?: string): Promise<never> {
  if (isEnding) {
    killAll();
    process.exit(code);
  }
  isEnding = true;
  if (words) console.error(words);
  stopLoad();
  await stopAll().catch((error: unknown) => console.error(error));
  clear();
  process.exit(code);
}

function optionsOrEnd(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BadOption)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const options = optionsOrEnd();
process.on('SIGINT', () => void end(130));
process.on('SIGTERM', () => void end(143));
process.on('exit', killAll);
try {
  if (options.kind === 'help') console.log(usage);
  else if (options.kind === 'external') await benchExternal(options.target);
  else await benchOwn(profiles[options.quick ? 'quick' : 'full'], options.only);
  await end(0);
} catch (error) {
  // What an interruption tears down fails in many ways; it has been said why.
  if (!isEnding) await end(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
