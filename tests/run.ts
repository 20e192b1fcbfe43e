import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatNameSuggestion } from '#server/closest-name.ts';
import { ensureBrowser } from '#tests/support/browser/browser.ts';

/**
 * This script runs the test suites: `npm test` all of them, the fastest first, and `npm test -- unit browser` the named
 * ones. The last line of its output contains the counts.
 */
const results = 'test-results';

interface Step {
  name: string;
  command: string[];
  /** The JSON file in which the test runner reports its counts, and the function that reads it. */
  report?: { file: string; read: (json: never) => Counts };
}
interface Counts {
  passed: number;
  failed: number;
}

const vitestCounts = (json: { numPassedTests: number; numFailedTests: number }): Counts => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
});
const playwrightCounts = (json: { stats: { expected: number; unexpected: number; flaky: number } }): Counts => ({
  passed: json.stats.expected + json.stats.flaky,
  failed: json.stats.unexpected,
});

const vitest = (project: string): Step => ({
  name: project,
  command: [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${project}.json`,
  ],
  report: { file: join(results, `${project}.json`), read: vitestCounts },
});

const steps: Step[] = [
  { name: 'lint', command: ['biome', 'ci', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'unused', command: ['knip'] },
  vitest('unit'),
  vitest('components'),
  { name: 'build', command: ['vite', 'build', '--app'] },
  vitest('api'),
  vitest('storefront'),
  {
    name: 'browser',
    command: ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts'],
    report: { file: join(results, 'browser.json'), read: playwrightCounts },
  },
  vitest('system'),
];

/** Runs one step and counts its tests. A test runner that fails without a count of failures counts as one failure. */
function run(step: Step): Counts {
  console.log(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}`);
  const [command = '', ...args] = step.command;
  const bin = command === 'node' ? process.execPath : join('node_modules', '.bin', command);
  const { status } = spawnSync(bin, args, { stdio: 'inherit' });
  if (!step.report) return { passed: 0, failed: status === 0 ? 0 : 1 };
  try {
    const counts = step.report.read(JSON.parse(readFileSync(step.report.file, 'utf8')) as never);
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    console.error(`${step.name} wrote no readable report: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
}

const requestedSteps = process.argv.slice(2);
const stepNames = steps.map(({ name }) => name);
const unknownStep = requestedSteps.find((name) => !stepNames.includes(name));
if (unknownStep !== undefined) {
  const isHelp = unknownStep === '--help' || unknownStep === '-h';
  if (!isHelp) console.error(`There is no step "${unknownStep}".${formatNameSuggestion(unknownStep, stepNames)}`);
  console.log(`npm test -- [step …] runs all or the named steps: ${stepNames.join(', ')}.`);
  process.exit(isHelp ? 0 : 64);
}
const selectedSteps = requestedSteps.length === 0 ? steps : steps.filter((step) => requestedSteps.includes(step.name));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (selectedSteps.some((step) => step.name === 'browser')) ensureBrowser();

let passed = 0;
let failed = 0;
const failedSteps: string[] = [];
for (const step of selectedSteps) {
  const counts = run(step);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) failedSteps.push(step.name);
}

if (failedSteps.length > 0) console.error(`\nFailed steps: ${failedSteps.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
