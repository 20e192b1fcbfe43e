import PDFDocument from 'pdfkit';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import type { VoucherRow } from '#server/api/orders/order-repository.ts';
import { collectPdf, normalisePdfText, pdfFontFiles } from '#server/api/pdf/pdf-document.ts';
import type { MailBranding } from '#server/api/site/site.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { formatVoucherCode } from '#shared/orders/voucher.ts';

const margin = 48;

export interface RenderVouchersInput {
  vouchers: readonly VoucherRow[];
  branding: MailBranding;
  lang: Lang;
  number: string;
}

/** Renders vouchers as a PDF, one on each A5 page. */
export async function renderVouchersAsPdf(input: RenderVouchersInput): Promise<Uint8Array> {
  const { t } = createMailTexts(input.lang, input.branding.timeZone);
  const document = new PDFDocument({
    size: 'A5',
    layout: 'landscape',
    margin,
    autoFirstPage: false,
    lang: getLocale(input.lang),
    displayTitle: true,
    info: { Title: t('orders.vouchers.title'), Author: input.branding.name },
  });
  return collectPdf(document, () => {
    for (const voucher of input.vouchers) addVoucherPage(document, voucher, input);
  });
}

function addVoucherPage(
  document: PDFKit.PDFDocument,
  { name, code, expiresOn }: VoucherRow,
  { branding, lang, number }: RenderVouchersInput,
): void {
  const { t, date } = createMailTexts(lang, branding.timeZone);
  const { colours } = branding;
  document.addPage();
  const { width, height } = document.page;
  document.rect(0, 0, width, height).fill(colours.card);
  document
    .rect(margin / 2, margin / 2, width - margin, height - margin)
    .lineWidth(1)
    .stroke(colours.accent);
  const write = (text: string, font: string, size: number, colour: string, gap: number) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(normalisePdfText(text), { align: 'center', width: width - 2 * margin, height: 90, ellipsis: true })
      .moveDown(gap);
  document.y = margin + 16;
  write(branding.name, pdfFontFiles.bold, 20, colours.primary, 0.6);
  write(t('orders.vouchers.title'), pdfFontFiles.regular, 11, colours.ink, 1);
  write(name, pdfFontFiles.bold, 17, colours.ink, 1);
  write(formatVoucherCode(code), pdfFontFiles.bold, 24, colours.primary, 0.6);
  write(t('orders.vouchers.until', { date: date(expiresOn) }), pdfFontFiles.regular, 11, colours.ink, 1);
  write(t('orders.vouchers.use'), pdfFontFiles.regular, 10, colours.ink, 0.8);
  const contact = [
    branding.address.replace(/(?<!\s)\s*\n\s*/g, ', '),
    branding.phone,
    branding.email,
    branding.company,
  ].filter(Boolean);
  write([...contact, t('orders.vouchers.order', { number })].join(' · '), pdfFontFiles.regular, 8, colours.ink, 0);
}
