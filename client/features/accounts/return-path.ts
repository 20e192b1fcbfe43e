/** Where to go after the log-in: a path of this site, else the account. An address of elsewhere is never followed. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '';
  return /^\/(?![/\\])[^\s\\]*$/.test(wanted) ? wanted : '/account';
}
