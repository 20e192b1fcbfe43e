import sanitizeHtml from 'sanitize-html';

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const blocks = ['p', 'br', 'hr', ...lists, 'blockquote', 'pre', 'code', 'figure', 'figcaption'];
const formatting = ['a', 'strong', 'b', 'em', 'i', 's', 'u', 'small', 'sub', 'sup'];
const inline = [...formatting, 'abbr', 'cite', 'q', 'mark', 'time', 'address'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const containers = ['img', 'div', 'span', 'details', 'summary'];

/**
 * Sanitises HTML from staff: keeps text, headings, lists, tables, links and the site's own pictures; removes scripts,
 * styles, forms, frames and event handlers. `h1` becomes `h2`, because a page's only `h1` is its title.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...headings, ...blocks, ...inline, ...tables, ...containers],
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'hreflang'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'srcset', 'sizes'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
      abbr: ['title'],
      time: ['datetime'],
      '*': ['id', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // Pictures on other servers are removed, because loading them would reveal the visitors' IP addresses to those
    // servers.
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    transformTags: { h1: 'h2' },
  }).trim();
}
