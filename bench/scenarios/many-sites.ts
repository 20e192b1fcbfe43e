import { setTimeout as sleep } from 'node:timers/promises';
import { type Ground, type Profile, startStorefront } from '../ground.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import { moveToCoreOf, residentMiB } from '../machine.ts';
import { type Burst, interleave, measure, middleOf, runLoad, type Scenario } from '../measure.ts';
import { median, ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';
import { firstId, generatedHost, generatedPaths, sitesInWords } from '../sites/write-sites.ts';
import { ask, type Started, whenAnswers } from '../started.ts';
import { type Filled, type Overfull, reportManySites } from './many-sites-report.ts';

const connections = 50;

interface Running {
  count: number;
  server: Started;
}

const requestsFor = (count: number): PlannedRequest[] =>
  Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) =>
    generatedPaths.map((path) => ({ path, headers: { host: generatedHost(id), 'accept-encoding': 'br' } })),
  );

const scenarioOf = ({ count, server }: Running): Scenario => ({
  name: sitesInWords(count),
  processes: { storefront: server.pid },
  plan: { url: server.url, connections, requests: requestsFor(count), order: 'random' },
  afterwards: () => server.emptyLog(),
});

/** Seconds that may be spent on making pages before a measurement. */
const mostFilling = 420;

/** A page that could not be made, because the API was slow, is asked for again so often. */
const mostPasses = 3;

/** Asks for pages so that they are made: all of them, or a part. */
async function fill({ count, server }: Running, part = 1): Promise<Filled> {
  const all = requestsFor(count);
  const requests = all.slice(0, Math.ceil(all.length * part));
  const filled = { pages: 0, seconds: 0 };
  for (let pass = 1; pass <= mostPasses; pass++) {
    const plan = { url: server.url, connections: 8, requests, duration: mostFilling, most: requests.length };
    const { requests: answered, seconds, otherStatus, errors, statuses } = await runLoad(plan);
    filled.pages = Math.max(filled.pages, answered - otherStatus);
    filled.seconds += seconds;
    if (otherStatus + errors === 0) break;
    console.log(
      `  ${sitesInWords(count)}: not every page could be made (${JSON.stringify(statuses)}, ${errors} errors)`,
    );
    if (pass === mostPasses) throw new Error(`pages of ${sitesInWords(count)} could not be made`);
  }
  await whenCompressed(server, requests.slice(0, filled.pages));
  server.emptyLog();
  console.log(`  ${sitesInWords(count)}: ${filled.pages} pages made in ${filled.seconds.toFixed(1)} s`);
  return filled;
}

/** Pages are compressed one after another, behind the visitors' backs: waits until those made last are. */
async function whenCompressed(server: Started, requests: readonly PlannedRequest[]): Promise<void> {
  const until = Date.now() + mostFilling * 1_000;
  for (const { path, headers } of requests.slice(-16)) {
    while ((await ask(server, path, headers)).headers['content-encoding'] !== 'br') {
      if (Date.now() > until) return; // Some stay plain until they are made again: that is how it is, then.
      await sleep(100);
    }
  }
}

/** Bytes that a generated site's pages take in the cache: compressed forms, and what an entry takes besides. */
async function bytesOfSite({ server }: Running): Promise<number> {
  let bytes = 0;
  for (const path of generatedPaths)
    for (const encoding of ['br', 'gzip']) {
      const headers = { host: generatedHost(firstId), 'accept-encoding': encoding };
      bytes += (await ask(server, path, headers)).body.length + 1_500;
    }
  return bytes;
}

/** The same pages for ever more sites, first with room for all of them in the cache, then with room for a quarter. */
export async function measureManySites(
  ground: Ground,
  profile: Profile,
): Promise<{ sections: Section[]; figures: Figures }> {
  // While pages are made nobody measures, and the load generator's core is idle: the API and its database may have it.
  for (const pid of [ground.api.pid, ground.databasePid]) moveToCoreOf('load', pid);
  const running: Running[] = [];
  const filled: Filled[] = [];
  for (const count of profile.siteCounts) {
    const server = await startStorefront(ground, { name: sitesInWords(count), sitesDir: ground.generatedDir(count) });
    await whenAnswers(server, '/readyz');
    running.push({ count, server });
    filled.push(await fill({ count, server }));
  }
  const [one] = running;
  const many = running.at(-1);
  const last = filled.at(-1);
  if (!one || !many || !last) throw new Error('there are no sites to measure');
  const siteBytes = await bytesOfSite(one);
  const measured = await interleave(running.map(scenarioOf), profile);
  for (const { server } of running) await server.stop();
  const overfull = await measureOverfull(ground, profile, many.count, siteBytes);

  return reportManySites({
    bursts: running.map(({ count }) => ({ count, burst: measured.get(sitesInWords(count)) as Burst })),
    filled: last,
    setMiB: (siteBytes * many.count) / 2 ** 20,
    connections,
    overfull,
  });
}

async function measureOverfull(ground: Ground, profile: Profile, count: number, siteBytes: number): Promise<Overfull> {
  const server = await startStorefront(ground, {
    name: 'a cache too small',
    sitesDir: ground.generatedDir(count),
    htmlCacheBytes: Math.round((siteBytes * count) / 4),
  });
  await whenAnswers(server, '/readyz');
  const running = { count, server };
  await fill(running, 1 / 3);
  const bursts: Burst[] = [];
  const resident: number[] = [];
  for (let round = 0; round < 2 * profile.rounds; round++) {
    bursts.push(await measure(scenarioOf(running), profile.seconds));
    resident.push(residentMiB(server.pid));
    console.log(`  a cache too small: ${Math.round(bursts.at(-1)?.perSecond ?? 0)} /s, ${resident.at(-1)} MiB`);
  }
  await server.stop();
  const half = profile.rounds;
  const growth = ratio(median(resident.slice(-2)), median(resident.slice(half - 1, half + 1)));
  return { burst: middleOf(bursts), growth, residentMiB: Math.max(...resident) };
}
