const chunkBytes = 64 * 1024;

function isUtf8(bytes: Buffer): boolean {
  try {
    for (const _part of decode(bytes, 'utf-8', true));
    return true;
  } catch {
    // With the option `fatal`, the decoder throws at the first byte sequence that is not UTF-8.
    return false;
  }
}

function* decode(bytes: Buffer, encoding: string, isFatal: boolean): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
  yield decoder.decode();
}

/**
 * Decodes a file in small parts. A file that is not UTF-8 is read as Windows-1252, in which French spreadsheet programs
 * save CSV by default.
 */
export const decodeTextFileInParts = (bytes: Buffer): Generator<string> =>
  isUtf8(bytes) ? decode(bytes, 'utf-8', true) : decode(bytes, 'windows-1252', false);
