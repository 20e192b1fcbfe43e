import { pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';

/** Kinds of pages with legal texts. Each kind is also the key of the parameter that contains the text. */
export const legalPageKinds = ['LEGAL_NOTICE', 'SALE_TERMS', 'USE_TERMS', 'PRIVACY_POLICY', 'COOKIE_POLICY'] as const;
export type LegalPageKind = (typeof legalPageKinds)[number];

const byPath: Readonly<Record<string, string>> = pageKindsByFixedPath;

/** Finds the kind of the legal text at a URL path. Legal texts have fixed URL paths. */
export function getLegalPageKindOfPathOrThrow(path: string): LegalPageKind {
  const kind = legalPageKinds.find((legal) => legal === byPath[path]);
  if (!kind) throw new Error(`no legal text has the path ${path}`);
  return kind;
}
