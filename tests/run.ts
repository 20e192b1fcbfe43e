import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { formatNameSuggestion } from '#server/closest-name.ts';
import { ensureBrowser } from '#tests/support/browser/browser.ts';

/**
 * This script runs the checks and test suites: `npm test` all of them, and `npm test -- unit browser` the named ones.
 * Stages run one after another, the checks and the unit tests first; the steps of a stage run at the same time. Its
 * output ends with the names of the failed tests and the counts.
 */

const results = 'test-results';
// Hundreds of processes load the same modules; compiling these once halves the time in which such a process starts.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node-compile');

interface Step {
  name: string;
  command: string[];
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
  ],
  report: { file: join(results, `${project}.json`), read: vitestCounts },
});

const stages: Step[][] = [
  [
    { name: 'lint', command: ['biome', 'ci', '.'] },
    { name: 'types', command: ['tsc', '--noEmit'] },
    { name: 'unused', command: ['knip'] },
    { name: 'build', command: ['vite', 'build', '--app'] },
  ],
  [vitest('unit'), vitest('components')],
  [vitest('api')],
  [vitest('storefront')],
  [
    {
      name: 'browser',
      command: ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts'],
      report: { file: join(results, 'browser.json'), read: playwrightCounts },
    },
  ],
  [vitest('system')],
];

const noCounts: Counts = { passed: 0, failed: 0, names: [] };

/** Runs one step and counts its tests. A test runner that fails without a count of failures counts as one failure. */
async function run(step: Step, isAlone: boolean): Promise<Counts> {
  const startedAt = performance.now();
  if (isAlone) console.log(heading(step.name));
  const { status, output } = await execute(step.command, isAlone ? 'inherit' : 'pipe');
  if (!isAlone) console.log(`${heading(step.name)}\n${output}`);
  console.log(`${step.name} took ${Math.round((performance.now() - startedAt) / 1000)} s`);
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
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: Buffer.concat(chunks).toString() };
}

const heading = (name: string) => `\n── ${name} ${'─'.repeat(60 - name.length)}`;

const requestedSteps = process.argv.slice(2);
const stepNames = stages.flat().map(({ name }) => name);
const unknownStep = requestedSteps.find((name) => !stepNames.includes(name));
if (unknownStep !== undefined) {
  const isHelp = unknownStep === '--help' || unknownStep === '-h';
  if (!isHelp) console.error(`There is no step "${unknownStep}".${formatNameSuggestion(unknownStep, stepNames)}`);
  console.log(`npm test -- [step …] runs all or the named steps: ${stepNames.join(', ')}.`);
  process.exit(isHelp ? 0 : 64);
}
const isSelected = ({ name }: Step) => requestedSteps.length === 0 || requestedSteps.includes(name);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (stages.flat().some((step) => step.name === 'browser' && isSelected(step))) ensureBrowser();

let passed = 0;
let failed = 0;
const failedSteps: string[] = [];
const names: string[] = [];
for (const stage of stages) {
  const steps = stage.filter(isSelected);
  const counts = await Promise.all(steps.map((step) => run(step, steps.length === 1)));
  for (const [index, step] of steps.entries()) {
    passed += counts[index]?.passed ?? 0;
    failed += counts[index]?.failed ?? 0;
    if (counts[index]?.failed) failedSteps.push(step.name);
    names.push(...(counts[index]?.names ?? []));
  }
}

if (names.length > 0) console.error(`\nFailed tests:\n${names.map((name) => `  ${name}`).join('\n')}`);
if (failedSteps.length > 0) console.error(`\nFailed steps: ${failedSteps.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
