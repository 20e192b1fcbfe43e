import { fixedPages } from '#shared/site/page-kinds.ts';

/** The legal texts: kinds of page that are also the keys of the parameters which hold them. */
export const legalKinds = ['LEGAL_NOTICE', 'SALE_TERMS', 'USE_TERMS', 'PRIVACY_POLICY', 'COOKIE_POLICY'] as const;
export type LegalKind = (typeof legalKinds)[number];

const byPath: Readonly<Record<string, string>> = fixedPages;

/** Legal texts are at fixed paths, so that the path tells which one is asked for. */
export function legalKindAt(path: string): LegalKind {
  const kind = legalKinds.find((legal) => legal === byPath[path]);
  if (!kind) throw new Error(`no legal text has the path ${path}`);
  return kind;
}
