import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { eq, sum } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import { createItemRef, lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { getTableShape } from '#server/api/database/table-rows.ts';
import { createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { createPooledFunction, createWorkerPoolCaller } from '#server/api/pdf/worker-pool.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { toMultipartError } from '#server/http/malformed-multipart-error.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import {
  getMaxMediaBytes,
  isFontPath,
  maxFileUploadBytes,
  maxImageUploadBytes,
  maxSiteMediaBytes,
  maxSiteMediaFiles,
} from '#shared/media/media-limits.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import { type SvgLoss, type UploadedMedia, uploadContract } from '#shared/media/upload-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import {
  flushFile,
  hashFile,
  lockStoredFiles,
  moveFlushedFileIntoStore,
  storeFileWithKnownHash,
  uploadFolderName,
} from './file-store.ts';
import { findFileMediaType, type InspectedMedia, inspectMedia, tooExpensiveReason } from './inspect-media.ts';
import { findMediaUses, type MediaRef } from './media-resources.ts';
import { files, images } from './media-tables.ts';
import { type MediaFileProperties, saveMediaRow } from './store-media.ts';

async function hasMediaWithId(tx: SiteTx, { kind, id }: { kind: 'image' | 'file'; id: number }): Promise<boolean> {
  const table = kind === 'image' ? images : files;
  return (await tx.$count(table, eq(table.id, id))) > 0;
}

/** A file of an upload, as it was received and before it was checked. */
interface ReceivedFile {
  /** The file name that the sender's browser has sent. */
  name: string;
  /** Path of the temporary file with the content. */
  path: string;
}

type UploadRefusal = 'file_missing' | 'too_large';

/** Limits of the multipart body apart from the size of its file, with the option names of busboy. */
const partLimits = { files: 1, fields: 5, parts: 6, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20 } as const;

/**
 * Writes the file of an upload to a temporary file, passes it to `work` and deletes it. Memory use does not depend on
 * the size of the file.
 * @param folder Folder of the temporary file, on the same file system as the stored files.
 */
async function withReceivedFile<Value, Refusal extends string>(
  request: FastifyRequest,
  { folder, maxBytes }: { folder: string; maxBytes: number },
  work: (file: ReceivedFile) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | UploadRefusal>> {
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    const received = await receiveFile(request, path, maxBytes);
    return received.ok ? await work(received.value) : received;
  } finally {
    await rm(path, { force: true });
  }
}

async function receiveFile(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<Outcome<ReceivedFile, UploadRefusal>> {
  if (!request.isMultipart()) return refuse('file_missing');
  let received: ReceivedFile | null = null;
  let refusal: RefusedOutcome<UploadRefusal> | null = null;
  try {
    // All parts are read, also after a refusal, because a client reads the response only after it has sent the body.
    for await (const part of request.parts({ limits: { ...partLimits, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue;
      assertStorableText(part.fieldname, part.filename);
      await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated) refusal = refuse('too_large', { values: { megabytes: maxBytes / 1_000_000 } });
      else if (part.file.bytesRead > 0) received = { name: part.filename, path };
    }
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw toMultipartError(error);
  }
  return refusal ?? (received ? ok(received) : refuse('file_missing'));
}

/**
 * Fonts are converted in a separate thread, so that they do not delay PDFs. The thread ends soon after its work,
 * because the memory of the WebAssembly decoder never shrinks.
 */
const callInWorker = createWorkerPoolCaller({
  maxWorkers: 1,
  maxQueue: 10,
  timeoutMs: 20_000,
  idleTimeoutMs: 1_000,
  maxHeapMegabytes: 256,
});

/** @returns Null if the bytes are not a readable font with letters. */
export const convertFontInWorker = createPooledFunction<Uint8Array, Uint8Array | null>(
  callInWorker,
  new URL('./convert-font.ts', import.meta.url),
  'convertToWebFont' satisfies keyof typeof import('./convert-font.ts'),
);

type ImageRefusal = 'unsupported_image' | 'unsupported_heic' | 'unreadable_image' | 'expensive_image' | 'too_large';

interface CheckedUpload {
  media: MediaFileProperties;
  /** The kinds of content that were removed from an SVG; empty for all other files. */
  losses: SvgLoss[];
  /** Stores the content. Can be repeated while the received file exists. */
  store(filesDir: string): Promise<void>;
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);
const heicTypes: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/heic-sequence']);

/** Number of bytes at the beginning of a file in which the root element of an SVG is searched. */
const svgSearchBytes = 4_096;

/** Finds the file extension of an uploaded picture by its content, because the name of a file can be wrong. */
async function detectImageExtensionOfFile(
  path: string,
): Promise<Outcome<string, 'unsupported_image' | 'unsupported_heic'>> {
  const detected = await fileTypeFromFile(path);
  if (detected && heicTypes.has(detected.mime)) return refuse('unsupported_heic');
  const extension = detected && extensions.get(detected.mime);
  if (extension) return ok(extension);
  const isText = detected === undefined || detected.mime === 'application/xml' || detected.mime === 'image/svg+xml';
  return isText && /<svg[\s>]/i.test(await readBeginning(path)) ? ok('svg') : refuse('unsupported_image');
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(svgSearchBytes) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function checkUploadedImage(
  { name, path }: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, ImageRefusal>> {
  const extension = await detectImageExtensionOfFile(path);
  if (!extension.ok) return extension;
  const fileName = `${toFileStem(name)}.${extension.value}`;
  const bytes = await readFile(path);
  if (bytes.byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const inspected = await inspectMedia(fileName, bytes, siteId);
  if (inspected === tooExpensiveReason) return refuse('expensive_image');
  if (typeof inspected === 'string') return refuse('unreadable_image', { values: { reason: inspected } });
  return ok(toCheckedUpload(inspected));
}

/** Checks an uploaded font, which is stored as WOFF2, or a video or PDF, which must be of the type that its name states. */
async function checkUploadedFile(
  file: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, 'unsupported_file' | 'unreadable_font' | 'too_large'>> {
  return isFontPath(file.name) ? checkUploadedFont(file, siteId) : checkUploadedVideoOrPdf(file);
}

async function checkUploadedFont(
  { name, path }: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, 'unreadable_font' | 'too_large'>> {
  const fileName = `${toFileStem(name)}.woff2`;
  if ((await stat(path)).size > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const bytes = await convertFontInWorker(await readFile(path));
  if (bytes === null) return refuse('unreadable_font');
  const inspected = await inspectMedia(fileName, bytes, siteId);
  return typeof inspected === 'string' ? refuse('unreadable_font') : ok(toCheckedUpload(inspected));
}

async function checkUploadedVideoOrPdf({
  name,
  path,
}: ReceivedFile): Promise<Outcome<CheckedUpload, 'unsupported_file' | 'too_large'>> {
  const type = await findFileMediaType(name, path);
  if (type === null) return refuse('unsupported_file');
  const fileName = `${toFileStem(name)}${extname(name).toLowerCase()}`;
  const { size: byteLength } = await stat(path);
  if (byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const hash = await hashFile(path);
  // Flushing a large video takes seconds, so it is done before the transaction that stores the video.
  await flushFile(path);
  const media: MediaFileProperties = {
    kind: 'file',
    path: toUploadPath(hash, fileName),
    hash,
    type,
    bytes: { byteLength },
  };
  return ok({ media, losses: [], store: (filesDir) => moveFlushedFileIntoStore(filesDir, path, { hash, byteLength }) });
}

/** @param inspected Media whose `path` is still the file name. */
function toCheckedUpload(inspected: InspectedMedia): CheckedUpload {
  const { hash, bytes, path } = inspected;
  return {
    media: { ...inspected, path: toUploadPath(hash, path) },
    losses: inspected.kind === 'image' ? inspected.losses : [],
    store: (filesDir) => storeFileWithKnownHash(filesDir, hash, bytes),
  };
}

const refuseTooLarge = (fileName: string) =>
  refuse('too_large', { values: { megabytes: getMaxMediaBytes(fileName) / 1_000_000 } });

/**
 * Returns the media path of an upload. Identical files with the same name get the same path, so that a repeated upload
 * creates no second item.
 */
const toUploadPath = (hash: string, fileName: string): string => `uploads/${hash.slice(0, 12)}/${fileName}`;

const maxStemLength = 80;

/** Converts the name of a file to one that `mediaPathPattern` accepts, without its extension. */
function toFileStem(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const stem = last
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, maxStemLength);
  return stem || 'file';
}

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
