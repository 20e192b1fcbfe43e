import module from 'node:module';

/** The addresses of the imports from drizzle-orm, as which every importing module means the same file. */
const resolved = new Map();

/**
 * Resolves the imports between modules of drizzle-orm, and each import from it once. Node would parse the 180 kB of that
 * package's package.json for each of them, which takes a third of the time in which the server and its commands start.
 */
module.registerHooks({
  resolve: (specifier, context, resolveNext) => {
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    if (!specifier.startsWith('drizzle-orm')) return resolveNext(specifier, context);
    const known = resolved.get(specifier) ?? resolveNext(specifier, context);
    resolved.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});
