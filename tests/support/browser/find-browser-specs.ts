const browserSupport = /^tests\/(?:support\/browser\/|browser\/playwright\.config)/;
const product = /^(?:client|server|shared|sites)\//;

/** The words of a path in lower case and in the singular. */
const listWords = (path: string): string[] =>
  path
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]/)
    .map((word) => word.replace(/s$/, ''));

/**
 * Finds the browser tests that belong to changed files: those that changed, all if what they share changed, and those
 * whose name shares a word with the path of a changed file. The panel's files belong to `admin-` tests only, the files
 * of the storefront's client to the others.
 */
export function findBrowserSpecs(names: readonly string[], changedFiles: readonly string[]): string[] {
  const specs = names.filter((name) => name.endsWith('.spec.ts'));
  if (changedFiles.some((file) => browserSupport.test(file))) return specs;
  return specs.filter((spec) => {
    const [first, ...rest] = listWords(spec.replace('.spec.ts', ''));
    const isPanelTest = first === 'admin';
    const subject = isPanelTest ? rest : [first, ...rest];
    return changedFiles.some((file) => {
      if (file === `tests/browser/${spec}`) return true;
      if (!product.test(file)) return false;
      const isOfOtherClient = file.startsWith('client/') && file.startsWith('client/admin/') !== isPanelTest;
      const words = listWords(file);
      return !isOfOtherClient && subject.some((word) => words.includes(word ?? ''));
    });
  });
}
