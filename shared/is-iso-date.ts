/** Checks whether a text is an existing day in the form `YYYY-MM-DD`. */
export function isIsoDate(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
