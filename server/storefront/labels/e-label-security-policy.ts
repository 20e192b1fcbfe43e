import { createHash } from 'node:crypto';
import { eLabelStyle } from '#shared/labels/render-e-label.ts';

const styleHash = createHash('sha256').update(eLabelStyle).digest('base64');

/** Content-Security-Policy of a label: the document loads nothing and runs no script. */
export const eLabelSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'";
