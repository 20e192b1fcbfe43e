/**
 * Lists the page numbers to link to: the first, the last, and `page` with its neighbours. `null` stands for a gap of
 * several numbers.
 */
export function listPaginationPages(page: number, count: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, count]
    .filter((number) => number >= 1 && number <= count)
    .filter((number, index, all) => all.indexOf(number) === index)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    if (before === undefined || number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}
