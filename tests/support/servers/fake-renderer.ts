import { createHash } from 'node:crypto';
import type { RendererSource } from '#server/storefront/pages/renderer-source.ts';
import { isApiReadError, type Renderer, type RenderInput, type RenderResult } from '#shared/rendering.ts';

type PageResult = Extract<RenderResult, { kind: 'page' }>;

export interface FakeRendering extends RendererSource {
  /** The URL paths that have been rendered, each with its site id, such as `40 /contact`. */
  renderedPaths: string[];
  /** Delays the output of all renders until the promise resolves. */
  gate: Promise<void> | null;
  /** Markup that is appended to every page. */
  padding: string;
  /** Functions that replace the render result of a URL path. */
  overrides: Record<string, (usual: PageResult) => RenderResult>;
}

export const themeStyle = ':root{--color:#123456}';

const isSecretPath = (path: string): boolean => /^\/(secret|newsletter\/unsubscribe|review\/refuse)\//.test(path);

function createPage(rendering: FakeRendering, input: RenderInput, status: number, text: string): PageResult {
  return {
    kind: 'page',
    status,
    isCacheable: status === 200,
    isSecret: isSecretPath(input.path),
    styleHash: createHash('sha256').update(themeStyle).digest('base64'),
    policySources: {},
    preload: ['</assets/main.css>; rel=preload; as=style'],
    headers: {},
    write(sink) {
      const write = () => {
        sink.chunk(`<!doctype html><html lang="${input.site.lang}"><style>${themeStyle}</style>`);
        sink.chunk(`<p>${input.site.name} ${input.path} ${text}</p>${rendering.padding}`);
        sink.end();
      };
      if (rendering.gate) rendering.gate.then(write, sink.fail);
      else write();
    },
  };
}

const createRenderer = (rendering: FakeRendering): Renderer => ({
  readKeyRule: async ({ path, read }) => {
    await read('GET /page/tree');
    const isNotFound = path.startsWith('/unknown/');
    return {
      declaredQueryParameters: path === '/nos-vins' ? ['kind', 'page'] : [],
      cachePath: isNotFound ? 'not-found' : path.replace(/^\/orders\/\d+$/, '/orders/:id'),
      isNotFound,
    };
  },
  isSecret: isSecretPath,
  async render(input) {
    rendering.renderedPaths.push(`${input.site.id} ${input.path}`);
    try {
      const { site } = await input.read('GET /site/info');
      if (site.isBuilding && !input.isPreview)
        return { ...createPage(rendering, input, 503, 'building'), isBuilding: true };
      const { sent } = input;
      const status = sent?.status ?? (/^\/(nope$|unknown\/)/.test(input.path) ? 404 : 200);
      const usual = createPage(rendering, input, status, sent ? `${site.url} ${JSON.stringify(sent)}` : site.url);
      // The method is called without its object, because a stack trace would otherwise contain the path, which may be
      // secret.
      const override = rendering.overrides[input.path];
      return override ? override(usual) : usual;
    } catch (error) {
      if (!isApiReadError(error)) throw error;
      return createPage(rendering, input, 503, 'unavailable');
    }
  },
  renderFailure: async (input, { status }) => createPage(rendering, input, status, 'failed'),
});

/** Creates a renderer whose pages contain the site, the language, the URL path and the API's marker. */
export function createFakeRendering(clientFolder: string): FakeRendering {
  const rendering: FakeRendering = {
    clientFolder,
    buildId: 'build of the tests',
    adminClientAssets: {
      entry: '/admin-assets/entry.js',
      styles: ['/admin-assets/entry.css'],
      preloads: { fr_FR: ['/admin-assets/panel.js'] },
      folder: clientFolder,
    },
    current: async () => ({ renderer, assets: { entry: '', files: {} } }),
    renderedPaths: [],
    gate: null,
    padding: '',
    overrides: {},
  };
  const renderer = createRenderer(rendering);
  return rendering;
}
