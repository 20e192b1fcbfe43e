import { findPageKindOutsideTree, pageKindsByPathOutsideTree } from '#client/core/fixed-path-pages.ts';
import type { PageDefinitions } from '#client/core/page-definition.ts';

/**
 * Creates a function that checks whether a URL path contains a secret, independently of the site's page tree. Upper
 * case and trailing characters are accepted, because mail programs may alter links while their secret stays valid.
 */
export function createSecretPathCheck(definitions: PageDefinitions): (pathname: string) => boolean {
  // URL paths below which there are pages with a secret, such as `/auth/activate/`.
  const secretFolders = Object.entries(pageKindsByPathOutsideTree).flatMap(([path, kind]) =>
    definitions[kind].hasSecret && path.includes('/:') ? [path.slice(0, path.indexOf('/:') + 1)] : [],
  );
  return (pathname) => {
    const path = pathname.toLowerCase();
    const kind = findPageKindOutsideTree(path);
    if (kind) return definitions[kind].hasSecret === true;
    return secretFolders.some((folder) => path.startsWith(folder));
  };
}
