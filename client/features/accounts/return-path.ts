/** Nobody's: only to see where an address leads that names no host. */
const here = 'https://site.invalid';

/**
 * Where to go after the log-in: a path of this site, else the account. An address of elsewhere is never followed, nor one
 * that only becomes such when its dots are resolved, as `/.//elsewhere.example`.
 */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '';
  if (!/^\/[^\s\\]*$/.test(wanted) || !URL.canParse(wanted, here)) return '/account';
  const { origin, pathname, search: query, hash } = new URL(wanted, here);
  return origin === here && !pathname.startsWith('//') ? pathname + query + hash : '/account';
}
