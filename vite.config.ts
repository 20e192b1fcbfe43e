import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createLogger, type EnvironmentOptions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { createChunkGroup } from './tools/build/chunks.ts';
import { compressAssetsPlugin } from './tools/build/compress-assets.ts';
import { breakpointMediaQueryPostcssPlugin } from './tools/build/custom-media.ts';
import { esModulesPlugin } from './tools/build/es-modules.ts';
import { forbidSchemasInClientPlugin } from './tools/build/forbid-schemas.ts';
import { helmetForReact19Plugin } from './tools/build/helmet-for-react-19.ts';
import { preloadHelperPlugin } from './tools/build/preload-helper.ts';
import { createSourceLocationsPlugin } from './tools/build/source-locations.ts';
import { createSourceManifestPlugin } from './tools/build/source-manifest.ts';

/**
 * `vite build --app` writes what visitors' browsers load to `dist/client`, the admin panel to `dist/admin`, the renderer
 * of the server to `dist/server/entry.server.js`, complete in itself, and the server to `dist/node`. DIST names another
 * folder.
 */
const root = import.meta.dirname;
const dist = process.env.DIST ?? join(root, 'dist');
const clientEntry = 'client/app/entry.client.tsx';
const adminEntry = 'client/admin/admin-entry.tsx';

const inBuildOf =
  (environments: readonly string[]) =>
  (plugin: Plugin): Plugin => ({
    ...plugin,
    apply: 'build',
    applyToEnvironment: ({ name }) => environments.includes(name),
  });

/**
 * Assertions that poll wait for up to 10 seconds, because Vitest's default of one second is too short for a loaded
 * machine.
 */
const pollOptions = { poll: { timeout: 10_000 } };

/**
 * Test files of a project share the modules of a worker, because loading them takes half the time otherwise. Files
 * named `*.isolated.test.ts` or `.tsx` form an isolated project, in which each file loads its own, so that it can
 * replace some (`vi.mock`).
 */
const testProject = (name: string, include: string, extra: object = {}) => ({
  test: {
    name,
    include: [include],
    exclude: ['**/*.isolated.test.*'],
    isolate: false,
    execArgv: ['--import', './tests/support/resolve-large-packages.js'],
    environment: 'node' as const,
    setupFiles: ['tests/support/set-up-file.ts'],
    testTimeout: 20_000,
    hookTimeout: 120_000,
    expect: pollOptions,
    ...extra,
  },
});
const bothProjects = (name: string, folders: string, extra: object = {}) => [
  testProject(name, `tests/${folders}/**/*.test.{ts,tsx}`, extra),
  testProject(`${name}-isolated`, `tests/${folders}/**/*.isolated.test.{ts,tsx}`, {
    exclude: [],
    isolate: true,
    ...extra,
  }),
];
/**
 * A test that waits for a server or for a rendered component is retried once, because a loaded machine can delay it.
 * `npm test` names the tests that passed only then.
 */
const retriedOnce = { retry: 1 };
const inWindow = {
  ...retriedOnce,
  environment: 'happy-dom',
  setupFiles: ['tests/support/set-up-component-file.ts'],
};
/** Each project starts a PostgreSQL server for its files, or uses TEST_DATABASE_URL. */
const withDatabase = { ...retriedOnce, globalSetup: ['tests/support/servers/database-server.ts'] };

const clientEnvironment: EnvironmentOptions = {
  build: {
    outDir: join(dist, 'client'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Terser's output is 1.2 kB smaller on a product list than that of Vite's own minifier (after brotli).
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: clientEntry,
      output: {
        // Every page loads the table of these names.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: [createChunkGroup(root, clientEntry)] },
      },
    },
  },
};

/** The admin panel is a client of its own, so that visitors load none of its modules. */
const adminEnvironment: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: join(dist, 'admin'),
    assetsDir: 'admin-assets',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: adminEntry,
      // The modules of the first screen form one chunk. The bundler would otherwise create about 90 small files,
      // because other screens share parts of them.
      output: { codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] } },
    },
  },
};

const createServerEnvironment = (command: 'build' | 'serve'): EnvironmentOptions => ({
  // The bundle is loaded in production, where the packages of the client are not installed.
  ...(command === 'build' && {
    resolve: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: join(dist, 'server'),
    emptyOutDir: true,
    target: 'node24',
    // URLs of assets must be those of the browser's build.
    assetsInlineLimit: 0,
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: 'client/app/entry.server.tsx',
      output: { entryFileNames: 'entry.server.js', codeSplitting: false },
    },
  },
});

/** Packages that find files or scripts of their own beside their modules, or that load native code. */
const unbundledPackages = [
  ...['@fastify/static', '@fastify/swagger-ui', 'fontkit', 'graphile-worker', 'pdfkit', 'pino', 'pino-pretty'],
  ...['sharp', 'wawoff2'],
];

/**
 * The server itself in some fifty files instead of 1,500 modules, which halves the processor time of a start. Worker
 * scripts, texts and migrations are still read from `server` and `shared`.
 */
const nodeEnvironment: EnvironmentOptions = {
  consumer: 'server',
  resolve: {
    noExternal: true,
    external: unbundledPackages,
  },
  build: {
    outDir: join(dist, 'node'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { main: 'server/main.ts', child: 'server/processes/child.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js', sourcemapExcludeSources: true },
    },
  },
};

/**
 * The logger of a build. Vite warns of declarations without a file, which a CSS module gets when it composes classes of
 * another one. Only a relative URL in them could be resolved wrongly, and those classes have none.
 */
function createBuildLogger() {
  const logger = createLogger('warn');
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes('did not pass the `from` option')) warnOnce(message, options);
  };
  return logger;
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  ...(command === 'build' ? { customLogger: createBuildLogger() } : { logLevel: 'info' as const }),
  plugins: [
    react(),
    ...[
      forbidSchemasInClientPlugin,
      preloadHelperPlugin,
      esModulesPlugin,
      helmetForReact19Plugin,
      createSourceManifestPlugin(root, clientEntry),
    ].map(inBuildOf(['client'])),
    inBuildOf(['client', 'admin'])(compressAssetsPlugin),
    inBuildOf(['node'])(createSourceLocationsPlugin(root, join(dist, 'node'))),
  ],
  css: {
    postcss: { plugins: [breakpointMediaQueryPostcssPlugin] },
    modules: {
      // Class names are derived from the file's path below the root, so that both builds and every machine generate the
      // same ones.
      generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]_[local]_[hash:base64:4]',
    },
  },
  json: { stringify: false },
  builder: {},
  environments: {
    client: clientEnvironment,
    admin: adminEnvironment,
    ssr: createServerEnvironment(command),
    ...(command === 'build' && { node: nodeEnvironment }),
  },
  test: {
    // One worker per core: Vitest leaves one core free for itself, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      ...bothProjects('unit', '{unit,architecture}'),
      ...bothProjects('components', 'components', inWindow),
      ...bothProjects('api', 'api', withDatabase),
      testProject('storefront', 'tests/storefront/**/*.test.ts', withDatabase),
      testProject('system', 'tests/system/**/*.test.ts', {
        ...withDatabase,
        globalSetup: [...withDatabase.globalSetup, 'tests/support/servers/prepared-data.ts'],
        testTimeout: 180_000,
      }),
    ],
  },
}));
