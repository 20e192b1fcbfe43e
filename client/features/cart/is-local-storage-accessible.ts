/** Returns false if the browser blocks local storage, so that the cart cannot outlast the document. */
export function isLocalStorageAccessible(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}
