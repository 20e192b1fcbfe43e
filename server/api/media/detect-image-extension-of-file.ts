import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);
const heicTypes: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/heic-sequence']);

/** Number of bytes at the beginning of a file in which the root element of an SVG is searched. */
const svgSearchBytes = 4_096;

/** Finds the file extension of an uploaded picture by its content, because the name of a file can be wrong. */
export async function detectImageExtensionOfFile(
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
