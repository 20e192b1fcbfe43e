const key = (id: number) => `popup-${id}`;

/** Whether this browser has closed the popup before. Where storage is refused, it has not. */
export function isRemembered(id: number): boolean {
  try {
    return localStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}

/** Keeps the time (milliseconds since 1970) at which the popup was closed. */
export function rememberClosed(id: number, time: number): void {
  try {
    localStorage.setItem(key(id), String(time));
  } catch {
    // Storage is refused or full: the popup will show again, which harms nobody.
  }
}
