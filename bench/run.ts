import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { benchmarkUrlAndPrintReport } from './benchmark-url-and-print-report.ts';
import {
  killScriptAndRemoveBenchFiles,
  type SharedBenchResources,
  startBenchEnvironment,
} from './environment/environment.ts';
import { type BenchProfile, benchProfiles } from './environment/profiles.ts';
import { stopLoadGenerators } from './load/run-load.ts';
import {
  type BenchOptions,
  type BenchPartName,
  benchPartNames,
  benchUsage,
  InvalidBenchOptionError,
  parseBenchOptions,
} from './options.ts';
import { currentMachine } from './processes/machine.ts';
import { killAllServerProcesses, stopAllServerProcesses } from './processes/server-process.ts';
import { renderBarChart } from './report/charts.ts';
import { performanceGoals } from './report/goals.ts';
import {
  type BenchPartReport,
  type BenchReport,
  createBenchReport,
  listCharts,
  type MetricsByName,
  type ReportSection,
  renderReportAsMarkdown,
} from './report/report.ts';
import { measureAttacks } from './scenarios/attacks.ts';
import { measureChangeUnderLoad } from './scenarios/change-under-load.ts';
import { measureCombinedAttack } from './scenarios/combined-attack.ts';
import { measureFloors } from './scenarios/floors.ts';
import { measureManySites } from './scenarios/many-sites.ts';
import { measureOrders } from './scenarios/orders.ts';
import { measurePages } from './scenarios/pages.ts';
import { measurePanel } from './scenarios/panel.ts';
import { measureAndReportStartTimes } from './scenarios/start-time.ts';
import { measurePageWeight } from './scenarios/weight.ts';

/** Entry point of `npm run bench`. Exit codes: 0 success, 1 failure, 2 invalid option, 130 SIGINT, 143 SIGTERM. */

const resultsFolder = join(import.meta.dirname, 'results');

const parts: Record<
  BenchPartName,
  (environment: SharedBenchResources, profile: BenchProfile) => Promise<BenchPartReport>
> = {
  pages: measurePages,
  floors: measureFloors,
  weight: measurePageWeight,
  start: measureAndReportStartTimes,
  sites: measureManySites,
  change: measureChangeUnderLoad,
  orders: measureOrders,
  attacks: measureAttacks,
  attack: measureCombinedAttack,
  panel: measurePanel,
};

async function benchmarkProject(profile: BenchProfile, only: readonly BenchPartName[] = benchPartNames): Promise<void> {
  const startedAt = performance.now();
  const { name, timeoutMinutes } = profile;
  const [loadBefore = 0] = loadavg();
  const onTimeout = () => void shutDown(1, `The benchmark did not finish within ${timeoutMinutes} minutes.`);
  const timer = setTimeout(onTimeout, timeoutMinutes * 60_000);
  const sections: ReportSection[] = [];
  const metrics: MetricsByName = {};
  const environment = await startBenchEnvironment(profile);
  for (const part of only) {
    console.log(`\n── ${part}`);
    const result = await parts[part](environment, profile);
    sections.push(...result.sections);
    Object.assign(metrics, result.metrics);
  }
  clearTimeout(timer);
  const minutes = (performance.now() - startedAt) / 60_000;
  const createdAt = new Date().toISOString();
  await writeReport(
    createBenchReport(
      { createdAt, profile: name, minutes, machine: currentMachine, loadBefore, sections, metrics },
      performanceGoals,
    ),
  );
}

async function writeReport(report: BenchReport): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  const charts = listCharts(report);
  for (const chart of charts) await writeFile(join(resultsFolder, `${chart.name}.svg`), renderBarChart(chart));
  await writeFile(join(resultsFolder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(resultsFolder, 'report.md'), renderReportAsMarkdown(report));
  console.log(
    `\n${renderReportAsMarkdown(report)}\nWritten to bench/results: report.md, report.json and ${charts.length} charts.`,
  );
}

let isShuttingDown = false;

/** Stops all processes, removes all temporary files and exits. A second call only kills the servers and exits. */
async function shutDown(code: number, message?: string): Promise<never> {
  if (isShuttingDown) {
    killAllServerProcesses();
    process.exit(code);
  }
  isShuttingDown = true;
  if (message) console.error(message);
  stopLoadGenerators();
  await stopAllServerProcesses().catch((error: unknown) => console.error(error));
  killScriptAndRemoveBenchFiles();
  process.exit(code);
}

function chooseProfile({ isQuick, maxSites }: Extract<BenchOptions, { kind: 'own' }>): BenchProfile {
  const profile = benchProfiles[isQuick ? 'quick' : 'full'];
  return maxSites ? { ...profile, siteCounts: [...profile.siteCounts.slice(0, -1), maxSites] } : profile;
}

function readOptionsOrExit(): BenchOptions {
  try {
    return parseBenchOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof InvalidBenchOptionError)) throw error;
    console.error(`${error.message}\n\n${benchUsage}`);
    process.exit(2);
  }
}

const options = readOptionsOrExit();
process.on('SIGINT', () => void shutDown(130));
process.on('SIGTERM', () => void shutDown(143));
process.on('exit', killAllServerProcesses);
try {
  if (options.kind === 'help') console.log(benchUsage);
  else if (options.kind === 'external') await benchmarkUrlAndPrintReport(options.target);
  else await benchmarkProject(chooseProfile(options), options.only);
  await shutDown(0);
} catch (error) {
  // Errors during a shutdown are ignored, because they follow from the stopped processes.
  if (!isShuttingDown) await shutDown(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
