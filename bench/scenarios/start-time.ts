import { type Ground, type Profile, startStorefront } from '../ground.ts';
import { cpuSeconds } from '../machine.ts';
import { median, ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';
import { firstId, generatedHost, sitesInWords } from '../sites/write-sites.ts';
import { whenAnswers } from '../started.ts';

interface StartTimes {
  /** Seconds from the start of the process. */
  ready: number;
  firstPage: number;
  /** Processor time until it was ready. */
  processor: number;
}

/** How long a storefront takes from the start of its process until it says that it can serve, and until it has served. */
export async function measureStarts(
  ground: Ground,
  { siteCounts, starts }: Profile,
): Promise<{ section: Section; figures: Figures }> {
  const times = new Map<number, StartTimes[]>(siteCounts.map((count) => [count, []]));
  for (let round = 0; round < starts; round++)
    for (const count of siteCounts) times.get(count)?.push(await timeStart(ground, count));
  const middle = (count: number, pick: (times: StartTimes) => number) => median((times.get(count) ?? []).map(pick));

  const figures: Figures = {};
  const least = siteCounts[0] ?? 1;
  const rows = siteCounts.map((count) => {
    const ready = middle(count, (time) => time.ready);
    const firstPage = middle(count, (time) => time.firstPage);
    const processor = middle(count, (time) => time.processor);
    figures[`start.${count}.seconds`] = ready;
    figures[`start.${count}.firstPageSeconds`] = firstPage;
    figures[`start.${count}.processorSeconds`] = processor;
    return [
      sitesInWords(count),
      ready,
      ratio(ready, figures[`start.${least}.seconds`] ?? Number.NaN),
      firstPage,
      ratio(firstPage, figures[`start.${least}.firstPageSeconds`] ?? Number.NaN),
      processor,
    ];
  });
  return {
    figures,
    section: {
      title: 'Start',
      text: ['From the start of a storefront’s process; the API was running.'],
      columns: ['', 'ready s', 'ratio', 'first page s', 'ratio', 'processor s until ready'],
      rows,
    },
  };
}

async function timeStart(ground: Ground, count: number): Promise<StartTimes> {
  const begin = performance.now();
  const server = await startStorefront(ground, { name: `start ${count}`, sitesDir: ground.generatedDir(count) });
  const since = () => (performance.now() - begin) / 1_000;
  await whenAnswers(server, '/readyz');
  const ready = since();
  const processor = cpuSeconds(server.pid);
  await whenAnswers(server, '/', generatedHost(firstId + count - 1));
  const firstPage = since();
  await server.stop();
  console.log(`  ${sitesInWords(count)}: ready after ${ready.toFixed(2)} s, first page ${firstPage.toFixed(2)} s`);
  return { ready, firstPage, processor };
}
