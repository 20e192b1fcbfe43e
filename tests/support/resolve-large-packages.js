import module from 'node:module';

/** The packages whose package.json has more than 100 kB. Their files with `.js` at the end are ES modules. */
const largePackages = /\/node_modules\/(?:date-fns|drizzle-orm)\/.*\.js$/;

/** Resolves the imports between modules of large packages, for each of which Node would parse the package.json again. */
module.registerHooks({
  resolve: (specifier, context, resolveNext) =>
    specifier.startsWith('.') && specifier.endsWith('.js') && largePackages.test(context.parentURL ?? '')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : resolveNext(specifier, context),
});
