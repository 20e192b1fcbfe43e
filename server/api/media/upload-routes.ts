import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { eq, sum } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import { createItemRef, lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { getTableShape } from '#server/api/database/table-rows.ts';
import { createAttemptCounter } from '#server/api/limits/count-attempt-or-refuse.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import {
  maxFileUploadBytes,
  maxImageUploadBytes,
  maxSiteMediaBytes,
  maxSiteMediaFiles,
} from '#shared/media/media-limits.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import { type UploadedMedia, uploadContract } from '#shared/media/upload-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { type CheckedUpload, checkUploadedFile, checkUploadedImage } from './checked-upload.ts';
import { lockStoredFiles } from './file-locks.ts';
import { uploadFolderName } from './file-store.ts';
import { findMediaUses, type MediaRef } from './find-media-uses.ts';
import { hasMediaWithId } from './media-repository.ts';
import type { MediaFileProperties } from './media-rows.ts';
import { files, images } from './media-tables.ts';
import { type ReceivedFile, withReceivedFile } from './received-file.ts';
import { saveMediaRow } from './store-media.ts';

interface UploadDependencies extends ContractRouteDependencies {
  filesDir: string;
  limits: RateLimiter;
  resources: readonly Resource[];
}

type UploadCall = Pick<ContractCall<{ access: 'staff' } & Endpoint>, 'site' | 'user' | 'request'>;

/** An upload that is checked is in memory, so few are checked at a time, and one of each site. */
const checkLimits = {
  concurrency: 2,
  maxRunningPerSite: 1,
  maxQueue: 60,
  maxQueuePerSite: 30,
  maxQueuePerNetwork: 30,
  maxWaitMs: 60_000,
};

export async function uploadRoutes(app: FastifyInstance, dependencies: UploadDependencies): Promise<void> {
  const { db, filesDir, limits, resources } = dependencies;
  // Registered here, the plugin parses the bodies of this Fastify scope only.
  await app.register(multipart, { throwFileSizeLimit: false });
  const route = createContractRouter(app, 'media', uploadContract, dependencies);
  const folder = join(filesDir, uploadFolderName);
  const checks = createFairQueue(checkLimits);
  const runInTurn = <T>({ site }: UploadCall, check: () => Promise<T>) =>
    checks.run({ siteId: site.id, network: `site ${site.id}` }, check);

  const save = async <Refusal extends string>(
    { site, user }: UploadCall,
    upload: Outcome<CheckedUpload, Refusal>,
  ): Promise<Outcome<UploadedMedia, Refusal | 'storage_full'>> =>
    upload.ok
      ? withSiteTransactionOrRollback(db, site.id, (tx) =>
          saveWithAudit(tx, { userId: user.id, filesDir }, upload.value),
        )
      : upload;

  const refuseTooMany = async ({ site, request }: UploadCall) => {
    const tooMany = await createAttemptCounter(limits, site.id)('upload-site', 'all');
    // A body that is not read would block the next request on the connection.
    if (tooMany) request.raw.resume();
    return tooMany;
  };

  route('POST /admin/image', async (call) => {
    const upload = { folder, maxBytes: maxImageUploadBytes };
    const store = async (file: ReceivedFile) =>
      save(call, await runInTurn(call, () => checkUploadedImage(file, call.site.id)));
    return (await refuseTooMany(call)) ?? withReceivedFile(call.request, upload, store);
  });
  route('POST /admin/file', async (call) => {
    const upload = { folder, maxBytes: maxFileUploadBytes };
    const store = async (file: ReceivedFile) =>
      save(call, await runInTurn(call, () => checkUploadedFile(file, call.site.id)));
    return (await refuseTooMany(call)) ?? withReceivedFile(call.request, upload, store);
  });

  for (const kind of ['image', 'file'] as const)
    route(`GET /admin/${kind}/{key}/use`, ({ params, withSiteTransaction }) =>
      withSiteTransaction(async (tx) => {
        const media: MediaRef = { kind, id: params.key };
        if (!(await hasMediaWithId(tx, media))) return refuse('not_found');
        return ok({ uses: await findMediaUses(tx, resources, media) });
      }),
    );
}

/**
 * Stores an uploaded image or file and saves its row. A file that the site already has keeps its name and alternative
 * text. Simultaneous uploads can exceed the storage limit by their own size.
 */
async function saveUploadedMedia(
  tx: SiteTx,
  filesDir: string,
  { media, losses, store }: CheckedUpload,
): Promise<Outcome<UploadedMedia, 'storage_full'>> {
  await lockSiteForEdit(tx);
  const existing = await findMedia(tx, media);
  const refusal = existing ? null : await refuseFullStorage(tx, media);
  if (refusal) return refusal;
  await lockStoredFiles(tx, [media.hash]);
  await store(filesDir);
  const name = existing?.name ?? getMediaFileName(media.path);
  const id = existing?.id ?? (await insertMedia(tx, media));
  const revision = await lockItemRevision(tx, createItemRef(getTableShape(tableOf(media)).name, id));
  return ok({ key: id, revision, name, isNew: !existing, losses });
}

async function refuseFullStorage(
  tx: SiteTx,
  media: MediaFileProperties,
): Promise<RefusedOutcome<'storage_full'> | null> {
  if (!(await isStorageFull(tx, media.bytes.byteLength))) return null;
  return refuse('storage_full', { values: { megabytes: maxSiteMediaBytes / 1_000_000, files: maxSiteMediaFiles } });
}

const tableOf = ({ kind }: MediaFileProperties) => (kind === 'image' ? images : files);

async function findMedia(tx: SiteTx, media: MediaFileProperties): Promise<{ id: number; name: string } | null> {
  const table = tableOf(media) as typeof files;
  const [row] = await tx.select({ id: table.id, name: table.name }).from(table).where(eq(table.path, media.path));
  return row ?? null;
}

async function insertMedia(tx: SiteTx, media: MediaFileProperties): Promise<number> {
  const saved = await saveMediaRow(tx, media, { alt: '' });
  if (!saved.ok) throw new Error(`uploaded media was not saved: ${saved.refusal}`);
  return saved.value.id;
}

async function isStorageFull(tx: SiteTx, addedBytes: number): Promise<boolean> {
  let [count, bytes] = [1, addedBytes];
  for (const table of [images, files]) {
    const [row] = await tx.select({ bytes: sum(table.bytes).mapWith(Number) }).from(table as typeof files);
    count += await tx.$count(table);
    bytes += row?.bytes ?? 0;
  }
  return count > maxSiteMediaFiles || bytes > maxSiteMediaBytes;
}

async function saveWithAudit(
  tx: SiteTx,
  { userId, filesDir }: { userId: number; filesDir: string },
  upload: CheckedUpload,
) {
  const { media } = upload;
  const saved = await saveUploadedMedia(tx, filesDir, upload);
  if (!saved.ok || !saved.value.isNew) return saved;
  const { key, name } = saved.value;
  const after = { name, path: media.path };
  await recordStaffChange(tx, { userId, resource: media.kind, key, action: 'CREATE', before: null, after });
  return saved;
}
