import { escapeHtml } from '#shared/escape-html.ts';
import type { Texts } from '#shared/texts.ts';
import {
  type MailColours,
  renderLayoutTable,
  renderMultilineText,
  requireAllowedUrlScheme,
  serifFont,
} from './mail-colours.ts';
import { renderMailRichText } from './mail-rich-text.ts';
import type { MailTextKey } from './mail-texts.ts';
import type { MailBlock } from './outgoing-mail.ts';
import { renderButton, renderPicture, renderProductCards } from './render-newsletter-blocks.ts';

export function renderHtmlBlock(block: MailBlock, colours: MailColours, texts: Texts<MailTextKey>): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 18px">${renderMultilineText(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:26px 0 14px;font-family:${serifFont};font-size:21px;line-height:1.3;font-weight:normal;color:${colours.ink}">${renderMultilineText(block.text)}</h2>`;
    case 'note':
      return `<p style="margin:0 0 18px;padding:0 0 0 14px;border-left:3px solid ${colours.line};font-size:14px;color:${colours.mutedInk}">${renderMultilineText(block.text)}</p>`;
    case 'link':
      return link(block, colours, texts);
    case 'facts':
      return renderLayoutTable('margin:0 0 22px', ...block.rows.map(([label, value]) => fact(label, value, colours)));
    case 'lines':
      return orderLines(block, colours);
    case 'richText':
      return renderMailRichText(block.html, colours);
    case 'picture':
      return renderPicture(block, colours);
    case 'products':
      return renderProductCards(block, colours);
    case 'button':
      return renderButton(block, colours);
    case 'divider':
      return `<hr style="margin:26px 0;border:0;border-top:1px solid ${colours.line}">`;
  }
}

function link({ label, href }: MailBlock & { kind: 'link' }, colours: MailColours, texts: Texts<MailTextKey>): string {
  const address = escapeHtml(requireAllowedUrlScheme(href));
  return `${renderButton({ label, href }, colours)}
<p style="margin:0 0 22px;font-size:13px;color:${colours.mutedInk}">${escapeHtml(texts.t('frame.link'))}<br><span style="word-break:break-all;overflow-wrap:anywhere">${address}</span></p>`;
}

const fact = (label: string, value: string, colours: MailColours): string =>
  `<td style="padding:9px 0;border-bottom:1px solid ${colours.line};vertical-align:top"><span style="display:block;font-size:13px;color:${colours.mutedInk}">${escapeHtml(label)}</span>${renderMultilineText(value)}</td>`;

function orderLines({ lines, sums, included = [] }: MailBlock & { kind: 'lines' }, colours: MailColours): string {
  const amount = (text: string, style: string, space = 11) =>
    `<td align="right" style="padding:${space}px 0 ${space}px 16px;vertical-align:top;white-space:nowrap;${style}">${escapeHtml(text)}</td>`;
  const border = `border-bottom:1px solid ${colours.line}`;
  const rows = lines.map(
    (line) =>
      `<td style="padding:11px 0;${border};vertical-align:top">${escapeHtml(line.name)}${
        line.details
          ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(line.details)}</span>`
          : ''
      }</td>${amount(line.amount, border)}`,
  );
  const totals = [...sums, ...included].map(([label, value], index) => {
    const isTotal = index === sums.length - 1;
    const style = isTotal ? `border-top:2px solid ${colours.ink};font-weight:bold` : '';
    const space = isTotal ? 11 : 6;
    return `<td style="padding:${space}px 0;vertical-align:top;${style}">${escapeHtml(label)}</td>${amount(value, style, space)}`;
  });
  return renderLayoutTable('margin:0 0 24px', ...rows, ...totals);
}
