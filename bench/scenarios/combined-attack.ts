import { join } from 'node:path';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { imageFormats, imageWidths } from '#shared/media/build-image-url.ts';
import { createExpensiveDrawing } from '#tests/support/fixtures/expensive-drawing.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { countFailedRequests, type LoadResult, type PlannedRequest } from '../load/load-plan.ts';
import { runHeldConnections, runLoad } from '../load/run-load.ts';
import { waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fullEstateSite, neighbourSite, wineListPath, writeFullEstateSite } from '../sites/write-sites.ts';
import { plannedCartValidationRequests, plannedShippingFeeRequests } from './checkout-requests.ts';

/** Both ranges are reserved for documentation, but the limits treat their addresses as public. */
const attackerAddress = '203.0.113.66';
const visitorAddress = '198.51.100.7';

const firstDrawingId = 9_001;
const drawingCount = 20;
const pageViewsPerSecond = 50;
const picturesPerSecond = 1;

/** The text of a page whose placeholder never ends. A pattern that goes back over the blanks would take seconds. */
const endlessPlaceholder = `{{${' '.repeat(2_500)}`;

const attack = (request: PlannedRequest): PlannedRequest => ({
  ...request,
  headers: { host: fullEstateSite.host, ...request.headers, 'x-forwarded-for': attackerAddress },
});
const get = (path: string) => attack({ path, headers: {} });

/** All floods run at the same time, besides 400 requests that are never finished. */
const floods: readonly { name: string; connections: number; requests: readonly PlannedRequest[] }[] = [
  {
    name: 'expensive drawings',
    connections: 40,
    requests: Array.from({ length: drawingCount }, (_, index) =>
      imageWidths.map((width) => get(`/image/${firstDrawingId + index}?w=${width}&format=png`)),
    ).flat(),
  },
  { name: 'settings and page trees', connections: 100, requests: [get('/api/parameter'), get('/api/page/tree')] },
  {
    name: 'carts and quotes',
    connections: 50,
    requests: [...plannedCartValidationRequests, ...plannedShippingFeeRequests].map(attack),
  },
];
const unfinished = { connections: 400, request: get('/'), repetitions: 1, isUnfinished: true } as const;

interface Visit {
  pages: LoadResult;
  pictures: LoadResult;
}

/**
 * Measures a cached page and uncached pictures of one estate, first alone and then while one address does everything at
 * once to another estate that shares storefront, API and database.
 */
export async function measureCombinedAttack(
  environment: SharedBenchResources,
  { attackSeconds }: BenchProfile,
): Promise<BenchPartReport> {
  const sitesDir = join(environment.folder, 'combined-attack-sites');
  await writeFullEstateSite(sitesDir);
  await writeFullEstateSite(sitesDir, neighbourSite);
  await environment.importSite(sitesDir, neighbourSite.folder);
  const database = await openDatabase(
    { databaseUrl: null, dataDir: environment.dataDir },
    { clientKind: 'command', poolSize: 2 },
  );
  try {
    await storeAttackedContent(database, environment.dataDir);
    const pictures = await listPictureRequests(database);
    const extraEnv = { TRUST_PROXY: '127.0.0.1' };
    const storefront = await spawnStorefrontProcess(environment, {
      name: 'storefront, all at once',
      extraEnv,
    });
    await waitUntilReady(storefront, '/readyz');
    await waitUntilReady(storefront, wineListPath, neighbourSite.host);
    const half = Math.floor(pictures.length / 2);
    const { url } = storefront;
    const baseline = await visit(url, pictures.slice(0, half), attackSeconds);
    const [attacked, counts] = await Promise.all([
      visit(url, pictures.slice(half), attackSeconds),
      runAttacks(url, attackSeconds),
    ]);
    await waitUntilReady(storefront, '/readyz');
    await storefront.stop();
    return buildReport({ baseline, attacked, counts, attackSeconds });
  } finally {
    await database.close();
  }
}

/** Stores drawings that an upload would refuse, as an older version may have accepted them, and the legal text. */
async function storeAttackedContent({ db }: OpenedDatabase, dataDir: string): Promise<void> {
  const bytes = Buffer.from(createExpensiveDrawing());
  const hash = await storeFile(join(dataDir, 'files'), bytes);
  const drawing = { name: '', alt: '', hash, type: 'image/svg+xml', tint: '#7a1f3d', bytes: bytes.length };
  await withSiteTransaction(db, fullEstateSite.id, async (tx) => {
    await tx.insert(images).values(
      Array.from({ length: drawingCount }, (_, index) => {
        const id = firstDrawingId + index;
        return { ...drawing, id, path: `attack/${id}`, width: 800, height: 600 };
      }),
    );
    const value = endlessPlaceholder;
    await tx
      .insert(parameters)
      .values({ type: 'SALE_TERMS', value })
      .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
  });
}

/** Lists pictures of the neighbour in all widths, each of which is requested once and is therefore converted. */
async function listPictureRequests({ db }: OpenedDatabase): Promise<PlannedRequest[]> {
  const rows = await withSiteTransaction(db, neighbourSite.id, (tx) => tx.select().from(images));
  const photographs = rows.filter(({ type }) => type !== 'image/svg+xml');
  return imageWidths.flatMap((width) =>
    imageFormats.flatMap((format) =>
      photographs.map(({ id }) => ({
        path: `/image/${id}?w=${width}&format=${format}`,
        headers: { host: neighbourSite.host, 'x-forwarded-for': visitorAddress },
      })),
    ),
  );
}

async function visit(url: string, pictures: readonly PlannedRequest[], durationSeconds: number): Promise<Visit> {
  const headers = { host: neighbourSite.host, 'accept-encoding': 'br', 'x-forwarded-for': visitorAddress };
  const connections = 2;
  const [pages, drawn] = await Promise.all([
    runLoad({
      url,
      connections,
      durationSeconds,
      requests: [{ path: wineListPath, headers }],
      requestsPerSecond: pageViewsPerSecond,
    }),
    runLoad({ url, connections, durationSeconds, requests: pictures, requestsPerSecond: picturesPerSecond }),
  ]);
  return { pages, pictures: drawn };
}

async function runAttacks(url: string, durationSeconds: number): Promise<string[]> {
  const [held, ...flooded] = await Promise.all([
    runHeldConnections({ url, durationSeconds, ...unfinished }),
    ...floods.map(({ connections, requests }) => runLoad({ url, connections, durationSeconds, requests })),
  ]);
  return [
    ...flooded.map(({ statuses }, index) => {
      const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
      return `${floods[index]?.name}: ${counts.join(', ')}`;
    }),
    `unfinished requests: ${held} connections`,
  ];
}

interface AttackFigures {
  baseline: Visit;
  attacked: Visit;
  counts: readonly string[];
  attackSeconds: number;
}

function buildReport({ baseline, attacked, counts, attackSeconds }: AttackFigures): BenchPartReport {
  const failures = ({ pages, pictures }: Visit) => countFailedRequests(pages) + countFailedRequests(pictures);
  const row = (name: string, measured: Visit) => [
    name,
    measured.pages.p99Ms,
    measured.pictures.requests,
    measured.pictures.p50Ms,
    measured.pictures.maxMs,
    failures(measured),
  ];
  return {
    metrics: {
      'attack.pageP99Ms': attacked.pages.p99Ms,
      'attack.pictureMaxMs': attacked.pictures.maxMs,
      'attack.failed': failures(attacked),
    },
    sections: [
      {
        title: 'All attacks at once',
        text: [
          `One address requests expensive drawings, settings, carts and quotes of an estate and leaves 400 requests ` +
            `unfinished for ${attackSeconds} s, while another address opens a cached page and uncached pictures of another ` +
            'estate on the same servers.',
          ...counts,
        ],
        columns: ['', 'page p99 ms', 'pictures', 'picture p50 ms', 'picture max ms', 'failures'],
        rows: [row('no attack', baseline), row('all attacks', attacked)],
      },
    ],
  };
}
