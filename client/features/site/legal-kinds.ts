import { fixedPages } from '#shared/site/page-kinds.ts';

/** Page kinds of legal texts. The parameters that contain the texts have the same keys. */
export const legalKinds = ['LEGAL_NOTICE', 'SALE_TERMS', 'USE_TERMS', 'PRIVACY_POLICY', 'COOKIE_POLICY'] as const;
export type LegalKind = (typeof legalKinds)[number];

const byPath: Readonly<Record<string, string>> = fixedPages;

/** Legal texts have fixed paths, so the path determines the kind. */
export function legalKindAt(path: string): LegalKind {
  const kind = legalKinds.find((legal) => legal === byPath[path]);
  if (!kind) throw new Error(`no legal text has the path ${path}`);
  return kind;
}
