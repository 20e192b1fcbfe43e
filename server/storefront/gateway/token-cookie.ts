/** A token as the API makes them: anything else in the cookie is nobody's. */
const tokenForm = /^[\w.~+/=-]{1,500}$/;

/** The value of the `token` cookie, which the browser's scripts cannot read; undefined where there is none. */
export function tokenOf(cookieHeader: string | undefined): string | undefined {
  for (const part of cookieHeader?.split(';') ?? []) {
    const mark = part.indexOf('=');
    if (part.slice(0, mark).trim() !== 'token') continue;
    const value = part.slice(mark + 1).trim();
    return tokenForm.test(value) ? value : undefined;
  }
  return undefined;
}
