import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '#tests/support/browser/browser.ts';

/**
 * `npm test`: everything, in the order in which a fault is cheapest to find. `npm test -- unit browser` runs some.
 * Ends with a line that counts.
 */
const results = 'test-results';

interface Step {
  name: string;
  command: string[];
  /** Where the runner leaves its counts as JSON. */
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
  { name: 'build', command: ['node', 'build.ts'] },
  vitest('api'),
  vitest('storefront'),
  {
    name: 'browser',
    command: ['playwright', 'test'],
    report: { file: join(results, 'browser.json'), read: playwrightCounts },
  },
  vitest('system'),
];

/** Runs one step and counts; a runner that failed without counts is one failure. */
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
    console.error(`${step.name} left no report: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
}

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? steps : steps.filter((step) => wanted.includes(step.name));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (chosen.some((step) => step.name === 'browser')) ensureBrowser();

let passed = 0;
let failed = 0;
const broken: string[] = [];
for (const step of chosen) {
  const counts = run(step);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) broken.push(step.name);
}

if (broken.length > 0) console.error(`\nNot right: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
