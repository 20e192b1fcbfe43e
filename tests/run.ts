import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { formatNameSuggestion } from '#server/closest-name.ts';
import { ensureBrowser, preferHeadlessShell } from '#tests/support/browser/browser.ts';
import { findBrowserSpecs } from '#tests/support/browser/find-browser-specs.ts';
import { openDatabaseServer } from '#tests/support/servers/open-database-server.ts';

/**
 * This script runs the checks and test suites: `npm test` all of them, `npm test -- unit browser` the named ones, and
 * `npm test -- --changed` those that belong to what differs from the last commit, or `--changed=main` from another.
 * Stages run one after another, the checks first, then the suites, two at a time. Its output ends with the time of each
 * step and its processor time, the names of the failed tests and the counts.
 */

const results = 'test-results';
// Hundreds of processes load the same modules; compiling these once halves the time in which such a process starts.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node-compile');

interface Step {
  name: string;
  command: string[];
  needsDatabase?: true;
  /** The JSON file of the test runner, and the function that reads its counts. */
  report?: { file: string; read: (json: never) => Counts };
}
interface Counts {
  passed: number;
  failed: number;
  /** The names of failed tests with their errors, and of tests that passed when they were run again. */
  names: string[];
}

const flakySuffix = ' (passed when run again)';
/** Returns the first lines of an error, which contain the expected value, indented below the name of the test. */
const formatError = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .slice(0, 12)
    .map((line) => `\n      ${line}`)
    .join('');

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
function vitestCounts({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  const names = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    // A test that passed has an error only if an earlier attempt failed.
    const reported = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    if (reported.length === 0) return status === 'failed' ? [`${file}${formatError(message)}`] : [];
    return reported.map(
      ({ fullName, status: state, failureMessages: [error = ''] }) =>
        `${file}: ${fullName}${state === 'failed' ? '' : flakySuffix}${formatError(error)}`,
    );
  });
  return { passed: numPassedTests, failed: numFailedTests, names };
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}
function playwrightCounts({ stats, suites }: PlaywrightReport): Counts {
  const readNames = (suite: PlaywrightSuite): string[] => [
    ...suite.specs.flatMap(({ title, tests }) => {
      const test = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
      if (!test) return [];
      const error = test.results.find((result) => result.error)?.error?.message ?? '';
      return [`${suite.file}: ${title}${test.status === 'flaky' ? flakySuffix : ''}${formatError(error)}`];
    }),
    ...(suite.suites ?? []).flatMap(readNames),
  ];
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, names: suites.flatMap(readNames) };
}

const changedOption = '--changed';
const options = process.argv.slice(2);
const changed = options.find((option) => option === changedOption || option.startsWith(`${changedOption}=`));
/** The commit with which the files are compared; undefined if all tests run. */
const base = changed && (changed.slice(changedOption.length + 1) || 'HEAD');

const vitest = (project: string): Step => ({
  name: project,
  command: [
    'vitest',
    'run',
    '--project',
    `${project}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${project}.json`,
    ...(base ? [`${changedOption}=${base}`, '--passWithNoTests'] : []),
  ],
  report: { file: join(results, `${project}.json`), read: vitestCounts },
});

const withDatabase = (step: Step): Step => ({ ...step, needsDatabase: true });

const browserTests = 'tests/browser';
const browserSpecs = base ? findBrowserSpecs(readdirSync(browserTests), listChangedFiles(base)) : [];
const browser: Step = {
  name: 'browser',
  command: [
    'playwright',
    'test',
    '--config',
    `${browserTests}/playwright.config.ts`,
    ...browserSpecs.map((name) => `${browserTests}/${name}`),
  ],
  report: { file: join(results, 'browser.json'), read: playwrightCounts },
};

interface Stage {
  /** The steps in the order in which they start. */
  steps: Step[];
  /** The number of steps that run at the same time. */
  concurrency: number;
}

/**
 * The checks, and then the suites: the longest first, so that short ones remain to fill the end. The system tests, which
 * demand that servers refuse nothing, do not run beside the browser tests, which need more than one core.
 */
const stages: Stage[] = [
  {
    steps: [
      { name: 'lint', command: ['biome', 'ci', '.'] },
      // Several checkers would each check what their files share, in twice the processor time.
      { name: 'types', command: ['tsc', '--noEmit', '--checkers', '1'] },
      { name: 'unused', command: ['knip'] },
      { name: 'build', command: ['vite', 'build', '--app'] },
    ],
    concurrency: 4,
  },
  {
    steps: [
      ...['system', 'api'].map((name) => withDatabase(vitest(name))),
      ...(base && browserSpecs.length === 0 ? [] : [withDatabase(browser)]),
      vitest('components'),
      vitest('unit'),
      withDatabase(vitest('storefront')),
    ],
    concurrency: 2,
  },
];

function listChangedFiles(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}

const times: { name: string; seconds?: number; processorSeconds?: number | undefined }[] = [];
/** The unit of the times in `/proc` is a hundredth of a second on every Linux. */
const ticksPerSecond = 100;
/**
 * Returns the processor seconds of a process's ended children and theirs, with those of the process itself if `isWhole`
 * is true; undefined except on Linux.
 */
function readProcessorSeconds(id: number | 'self', isWhole = false): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // The name of the command, which is in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(isWhole ? 11 : 13, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}
let countedSeconds = 0;
/** Returns the processor seconds of the child that has just ended. */
function takeChildSeconds(): number | undefined {
  const seconds = readProcessorSeconds('self');
  if (seconds === undefined) return undefined;
  const taken = seconds - countedSeconds;
  countedSeconds = seconds;
  return taken;
}

const noCounts: Counts = { passed: 0, failed: 0, names: [] };

/** Runs one step and counts its tests. A test runner that fails without a count of failures counts as one failure. */
async function run(step: Step, isAlone: boolean): Promise<Counts> {
  const startedAt = performance.now();
  console.log(isAlone ? heading(step.name) : `${step.name} has started`);
  const { status, output, processorSeconds } = await execute(step.command, isAlone ? 'inherit' : 'pipe');
  if (!isAlone) console.log(`${heading(step.name)}\n${output}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  times.push({ name: step.name, seconds, processorSeconds });
  console.log(`${step.name} took ${seconds} s`);
  if (!step.report) return status === 0 ? noCounts : { ...noCounts, failed: 1 };
  try {
    const counts = step.report.read(JSON.parse(readFileSync(step.report.file, 'utf8')) as never);
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    console.error(`${step.name} wrote no readable report: ${error instanceof Error ? error.message : error}`);
    return { ...noCounts, failed: 1, names: [step.name] };
  }
}

/** The output of steps that run at the same time is collected, because the lines of different steps would mix. */
async function execute([command = '', ...args]: string[], stdio: 'inherit' | 'pipe') {
  const child = spawn(join('node_modules', '.bin', command), args, { stdio: ['ignore', stdio, stdio] });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(child, 'exit').then(takeChildSeconds);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: Buffer.concat(chunks).toString(), processorSeconds: await ended };
}

const heading = (name: string) => `\n── ${name} ${'─'.repeat(60 - name.length)}`;

const requestedSteps = options.filter((option) => option !== changed);
const stepNames = [...new Set([...stages.flatMap(({ steps }) => steps.map(({ name }) => name)), browser.name])];
const unknownStep = requestedSteps.find((name) => !stepNames.includes(name));
if (unknownStep !== undefined) {
  const isHelp = unknownStep === '--help' || unknownStep === '-h';
  if (!isHelp) console.error(`There is no step "${unknownStep}".${formatNameSuggestion(unknownStep, stepNames)}`);
  console.log(
    `npm test -- [--changed[=commit]] [step …] runs all or the named steps: ${stepNames.join(', ')}. ` +
      'With --changed, the tests are those of the files that differ from the commit, by default the last one.',
  );
  process.exit(isHelp ? 0 : 64);
}
const isSelected = ({ name }: Step) => requestedSteps.length === 0 || requestedSteps.includes(name);
const selectedStages = stages.map(({ steps, concurrency }) => ({ steps: steps.filter(isSelected), concurrency }));
const selectedSteps = selectedStages.flatMap(({ steps }) => steps);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (selectedSteps.some(({ name }) => name === browser.name)) {
  ensureBrowser();
  // The installation takes longer than it saves in a few tests.
  if (!base) preferHeadlessShell();
}
// One PostgreSQL server for all suites, because each suite would start its own.
const database = selectedSteps.some(({ needsDatabase }) => needsDatabase) ? await openDatabaseServer() : undefined;
if (database) process.env.TEST_DATABASE_URL = database.url;
// An exit stops the server, which the end of a process by a signal would leave running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

// The browser's installation and the database's have taken time before the first step.
takeChildSeconds();
let passed = 0;
let failed = 0;
const failedSteps: string[] = [];
const names: string[] = [];
for (const { steps, concurrency } of selectedStages) {
  const waiting = steps.values();
  const runWaiting = async () => {
    for (const step of waiting) {
      const counts = await run(step, steps.length === 1);
      passed += counts.passed;
      failed += counts.failed;
      if (counts.failed) failedSteps.push(step.name);
      names.push(...counts.names);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runWaiting));
}
const databaseSeconds = database?.processId && readProcessorSeconds(database.processId, true);
await database?.stop();

if (databaseSeconds) times.push({ name: 'PostgreSQL', processorSeconds: databaseSeconds });
times.push({
  name: 'all',
  seconds: performance.now() / 1000,
  processorSeconds: times.reduce((sum, time) => sum + (time.processorSeconds ?? 0), 0),
});
const formatSeconds = (value?: number) => (value ? `${Math.round(value)} s` : '').padStart(9);
console.log(`\nTimes:${' '.repeat(9)}on the clock, of processors`);
for (const { name, seconds, processorSeconds } of times)
  console.log(`  ${name.padEnd(14)}${formatSeconds(seconds)}${formatSeconds(processorSeconds)}`);
if (names.length > 0) console.error(`\nFailed tests:\n${names.map((name) => `  ${name}`).join('\n')}`);
if (failedSteps.length > 0) console.error(`\nFailed steps: ${failedSteps.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && (passed > 0 || base) ? 0 : 1);
