import sanitizeHtml from 'sanitize-html';

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * HTML that people wrote, as it may stand in a page: text, headings, lists, tables, links and the site's own pictures;
 * no script, style, form, frame or event handler. A page's own heading is its title, so `h1` becomes `h2`.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...headings,
      ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'figure', 'figcaption'],
      ...[
        'a',
        'strong',
        'b',
        'em',
        'i',
        's',
        'u',
        'small',
        'sub',
        'sup',
        'abbr',
        'cite',
        'q',
        'mark',
        'time',
        'address',
      ],
      ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'img', 'div', 'span', 'details', 'summary'],
    ],
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
    // A picture from elsewhere would tell that server who reads: only the site's own.
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    transformTags: { h1: 'h2' },
  }).trim();
}
