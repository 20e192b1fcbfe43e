import type { Rendering } from '#server/storefront/pages/rendering.ts';
import { isReadFailure, type Renderer, type RenderInput, type RenderResult } from '#shared/rendering.ts';

export interface FakeRendering extends Rendering {
  /** Paths rendered so far, each with its host's site. */
  renderedPaths: string[];
  /** Renders wait for it before they write. */
  gate: Promise<void> | null;
  /** Characters that fill every page. */
  padding: string;
  /** Overrides of what a path answers. */
  overrides: Record<string, (usual: Extract<RenderResult, { kind: 'page' }>) => RenderResult>;
}

export const themeStyle = ':root{--color:#123456}';

/** Writes pages of one sentence: site, language, path, and a word that the API says. */
export function createFakeRendering(clientFolder: string): FakeRendering {
  const page = (input: RenderInput, status: number, text: string): Extract<RenderResult, { kind: 'page' }> => ({
    kind: 'page',
    status,
    cacheable: status === 200,
    secret: input.path.startsWith('/secret/'),
    themeStyle,
    imageHosts: [],
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
  });

  const renderer: Renderer = {
    declaredParameters: async (pathname, read) => {
      await read('GET /page/tree');
      return pathname === '/nos-vins' ? ['kind', 'page'] : [];
    },
    isSecret: (pathname) => pathname.startsWith('/secret/'),
    async render(input) {
      rendering.renderedPaths.push(`${input.site.id} ${input.path}`);
      try {
        const { site } = await input.read('GET /site/info');
        const usual = page(input, input.path === '/nope' ? 404 : 200, site.url);
        // Not called as a method: a stack would name the path.
        const change = rendering.overrides[input.path];
        return change ? change(usual) : usual;
      } catch (error) {
        if (!isReadFailure(error)) throw error;
        return page(input, 503, 'unavailable');
      }
    },
    renderFailure: async (input, { status }) => page(input, status, 'failed'),
  };

  const rendering: FakeRendering = {
    clientFolder,
    current: async () => ({ renderer, assets: { entry: '', files: {} } }),
    renderedPaths: [],
    gate: null,
    padding: '',
    overrides: {},
  };
  return rendering;
}
