import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createServerFolders, getEstateHostOfFolder, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { createExpensiveDrawing } from '#tests/support/fixtures/expensive-drawing.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { fetchPage, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const attackedId = 71;
const attackedHost = getEstateHostOfFolder('cible');
const visitedHost = getEstateHostOfFolder('voisin');
const attackSeconds = 10;

/** Stores drawings that an upload would refuse, and a legal text whose placeholder never ends. */
async function storeAttackedContent(dataDir: string): Promise<void> {
  const bytes = Buffer.from(createExpensiveDrawing());
  const hash = await storeFile(join(dataDir, 'files'), bytes);
  const drawing = { name: '', alt: '', hash, type: 'image/svg+xml', tint: '#7a1f3d', bytes: bytes.length };
  await withSiteTransaction(database.db, attackedId, async (tx) => {
    await tx
      .insert(images)
      .values(
        [9_001, 9_002, 9_003, 9_004].map((id) => ({ ...drawing, id, path: `attack/${id}`, width: 800, height: 600 })),
      );
    const value = `{{${' '.repeat(2_500)}`;
    await tx
      .insert(parameters)
      .values({ type: 'SALE_TERMS', value })
      .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
  });
}

/** Leaves requests without their end. Connections that the server refuses are not opened again. */
function openUnfinishedRequests(port: number): Socket[] {
  return Array.from({ length: 400 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nHost: ${attackedHost}\r\n`));
    return socket.on('error', () => {});
  });
}

test('an estate answers while another one is attacked in every way at once, and the server ends on SIGTERM', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'cible', attackedId);
  await writeEstate(sitesDir, 'voisin', 72);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: database.url, TRUST_PROXY: '127.0.0.1' };
  const server = await runServer({ env });
  await waitUntilOnline(server, attackedHost);
  await waitUntilOnline(server, visitedHost);
  await storeAttackedContent(dataDir);
  const end = Date.now() + attackSeconds * 1_000;
  /** Sends requests of the attacker on many connections until the attack ends, whatever the answers are. */
  const flood = (connections: number, paths: readonly string[]) =>
    Array.from({ length: connections }, async (_, index) => {
      for (let count = index; Date.now() < end; count++)
        await fetchPage(server.port, attackedHost, paths[count % paths.length], {
          'x-forwarded-for': '203.0.113.66',
        }).catch(() => sleep(20));
    });
  const sockets = openUnfinishedRequests(server.port);
  onTestFileFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const attack = [
    ...flood(
      20,
      [9_001, 9_002, 9_003, 9_004].map((id) => `/image/${id}?w=2400&format=png`),
    ),
    ...flood(100, ['/api/parameter', '/api/page/tree', '/sale-terms']),
  ];
  const pictures = await withSiteTransaction(database.db, 72, (tx) => tx.select().from(images));
  const photograph = pictures.find(({ type }) => type !== 'image/svg+xml') ?? pictures[0];
  const failures: string[] = [];
  const widths = [64, 96, 128, 192, 256, 320, 480, 640];
  for (let count = 0; Date.now() < end; count++) {
    const paths = ['/', '/readyz', '/api/parameter', `/image/${photograph?.id}?w=${widths[count % widths.length]}`];
    for (const path of paths) {
      const { status } = await fetchPage(server.port, visitedHost, path, { 'x-forwarded-for': '198.51.100.7' });
      if (status !== 200) failures.push(`${path}: ${status}`);
    }
    await sleep(200);
  }
  expect(failures).toEqual([]);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await Promise.all(attack);
}, 180_000);
