import { escapeHtml } from '#shared/escape-html.ts';
import {
  type MailColours,
  renderLayoutTable,
  renderMultilineText,
  requireAllowedUrlScheme,
  serifFont,
} from './mail-colours.ts';
import type { MailBlock, MailPictureBlock, MailProduct } from './outgoing-mail.ts';

/**
 * Renders a link as a button. The colour is set on a table cell, because some mail programs ignore the background
 * colour of a link.
 */
export function renderButton({ label, href }: { label: string; href: string }, colours: MailColours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:8px 0 14px"><tr>
<td style="background:${colours.button};border-radius:4px"><a href="${escapeHtml(requireAllowedUrlScheme(href))}" style="display:inline-block;padding:13px 26px;font-size:16px;line-height:1.3;color:${colours.buttonInk};text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></td>
</tr></table>`;
}

/**
 * Renders a picture. Its alternative text has the colour of the mail's text, because many mail programs show no
 * pictures at first.
 */
export function renderPicture({ src, alt, width, href }: MailPictureBlock, colours: MailColours): string {
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 auto;border:0;color:${colours.ink};font-size:14px">`;
  const content = href === null ? image : `<a href="${escapeHtml(requireAllowedUrlScheme(href))}">${image}</a>`;
  return `<div style="margin:0 0 22px">${content}</div>`;
}

export const renderProductCards = ({ products }: MailBlock & { kind: 'products' }, colours: MailColours): string =>
  products.length === 0
    ? ''
    : renderLayoutTable('margin:0 0 22px', ...products.map((product) => productRow(product, colours)));

const pictureWidth = 110;

function productRow({ name, details, price, priceDetails, href, image }: MailProduct, colours: MailColours): string {
  const url = escapeHtml(requireAllowedUrlScheme(href));
  const border = `border-bottom:1px solid ${colours.line}`;
  const picture = image
    ? `<a href="${url}"><img src="${escapeHtml(image.src)}" alt="${escapeHtml(image.alt)}" width="${pictureWidth}" style="display:block;width:${pictureWidth}px;height:auto;border:0;color:${colours.ink};font-size:12px"></a>`
    : '';
  return `<td width="${pictureWidth + 18}" style="padding:14px 18px 14px 0;vertical-align:top;${border}">${picture}</td>
<td style="padding:14px 0;vertical-align:top;${border}"><a href="${url}" style="font-family:${serifFont};font-size:19px;line-height:1.3;color:${colours.ink};text-decoration:none">${escapeHtml(name)}</a>${
    details ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(details)}</span>` : ''
  }${price ? `<br><strong>${escapeHtml(price)}</strong>` : ''}${
    priceDetails
      ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(priceDetails)}</span>`
      : ''
  }</td>`;
}
