/**
 * Runs `draw`, ends the PDF document and returns its bytes.
 * @throws the error of the document's stream
 */
export async function collectPdf(document: PDFKit.PDFDocument, draw: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  draw();
  document.end();
  await done;
  return Buffer.concat(chunks);
}
