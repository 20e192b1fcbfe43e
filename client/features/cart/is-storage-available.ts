/** False if the browser blocks storage. Nothing then lasts beyond the document. */
export function isStorageAvailable(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}
