import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createPublicUrlFetcher } from '#server/http/fetch-public-url.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
const limits = { types: ['image/svg+xml'], maxBytes: 10_000, timeoutMs: 1_000 };
const svgHeaders = { 'content-type': 'image/svg+xml; charset=utf-8' };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Fetches from a server on loopback through a name, as if its address were public. */
const fetchFrom = (port: number, path = '/') =>
  createPublicUrlFetcher({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowedAddress: (address) => address === '127.0.0.1',
    allowedPorts: [String(port)],
  })(`http://pictures.example:${port}${path}`, limits);

describe('fetchPublicUrl', () => {
  it('returns the bytes of a public URL', async () => {
    const port = await listen((request, reply) => {
      expect(request.headers).toMatchObject({ host: `pictures.example:${port}`, 'accept-encoding': 'identity' });
      reply.writeHead(200, svgHeaders).end(svg);
    });
    expect(await fetchFrom(port)).toEqual({ ok: true, value: Buffer.from(svg) });
  });

  it.each([
    ...['http://127.0.0.1/', 'http://2130706433/', 'http://0177.0.0.1/', 'http://0x7f000001/', 'http://0x7f.1/'],
    ...['http://127.1/', 'http://127.0.0.1./', 'http://localhost/', 'http://localhost./', 'http://0/', 'http://[::1]/'],
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[64:ff9b::7f00:1]/',
    ],
    ...['http://①②⑦.⓪.⓪.①/', 'http://169.254.169.254/latest/meta-data', 'http://10.0.0.1/', 'http://[fe80::1]/'],
    ...['http://127.0.0.1\\@example.org/', 'http://user:pass@8.8.8.8/', 'http://8.8.8.8:22/', 'https://8.8.8.8:8443/'],
    ...['ftp://8.8.8.8/', 'file:///etc/passwd', 'data:image/svg+xml,<svg/>', '//8.8.8.8/', 'no url', ''],
  ])('refuses %s as not public', async (url) => {
    expect(await createPublicUrlFetcher()(url, limits)).toMatchObject({ refusal: 'url_not_public' });
  });

  it.each([
    ['to a private address', ['10.0.0.7']],
    ['to a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['to a mapped address', ['::ffff:169.254.169.254']],
    ['to no address', []],
  ])('refuses a name that resolves %s', async (_, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const fetchPublicUrl = createPublicUrlFetcher({ resolve });
    expect(await fetchPublicUrl('https://inside.example/', limits)).toMatchObject({ refusal: 'url_not_public' });
  });

  it('treats a name that does not resolve like an internal name', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    const fetchPublicUrl = createPublicUrlFetcher({ resolve });
    expect(await fetchPublicUrl('https://unknown.example/', limits)).toMatchObject({ refusal: 'url_not_public' });
  });

  it('connects to the address that was checked when the name resolves differently afterwards', async () => {
    const internal = vi.fn<RequestListener>((_, reply) => reply.writeHead(200, svgHeaders).end('internal'));
    const port = await listen((_, reply) => reply.writeHead(200, svgHeaders).end('public'), '127.0.0.2');
    await listen(internal, '127.0.0.1', port);
    const resolve = vi.fn(async () => [
      { address: resolve.mock.calls.length > 1 ? '127.0.0.1' : '127.0.0.2', family: 4 },
    ]);
    const isAllowedAddress = (address: string) => address === '127.0.0.2';
    const fetchPublicUrl = createPublicUrlFetcher({ resolve, isAllowedAddress, allowedPorts: [String(port)] });
    const fetched = await fetchPublicUrl(`http://rebinding.example:${port}/`, limits);
    expect(fetched).toEqual({ ok: true, value: Buffer.from('public') });
    expect(resolve).toHaveBeenCalledOnce();
    expect(internal).not.toHaveBeenCalled();
  });

  it.each([301, 302, 307, 308])('does not follow a redirect with %i', async (status) => {
    const target = vi.fn<RequestListener>((_, reply) => reply.writeHead(200, svgHeaders).end(svg));
    const targetPort = await listen(target);
    const port = await listen((_, reply) =>
      reply.writeHead(status, { ...svgHeaders, location: `http://127.0.0.1:${targetPort}/` }).end(),
    );
    expect(await fetchFrom(port)).toMatchObject({ refusal: 'url_unreachable' });
    expect(target).not.toHaveBeenCalled();
  });

  it.each<[string, string, RequestListener]>([
    ['a 404', 'url_unreachable', (_, reply) => reply.writeHead(404, svgHeaders).end(svg)],
    ['a connection that is reset', 'url_unreachable', (request) => request.socket.resetAndDestroy()],
    [
      'another media type',
      'url_wrong_type',
      (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(svg),
    ],
    ['no media type', 'url_wrong_type', (_, reply) => reply.writeHead(200).end(svg)],
    [
      'a compressed body, which could expand to any size',
      'url_wrong_type',
      (_, reply) =>
        reply.writeHead(200, { ...svgHeaders, 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(1_000_000))),
    ],
    [
      'an announced body that is too large',
      'url_too_large',
      (_, reply) => reply.writeHead(200, { ...svgHeaders, 'content-length': '20000' }).write(svg),
    ],
  ])('refuses %s', async (_, refusal, listener) => {
    expect(await fetchFrom(await listen(listener))).toMatchObject({ refusal });
  });

  it('stops reading a body without an end once it is too large', async () => {
    const port = await listen((_, reply) => {
      reply.writeHead(200, svgHeaders);
      const timer = setInterval(() => reply.write('x'.repeat(4_000)), 5);
      reply.on('close', () => clearInterval(timer));
    });
    expect(await fetchFrom(port)).toMatchObject({ refusal: 'url_too_large' });
  });

  it('gives up a body that arrives too slowly', async () => {
    const port = await listen((_, reply) => {
      reply.writeHead(200, svgHeaders);
      const timer = setInterval(() => reply.write('x'), 50);
      reply.on('close', () => clearInterval(timer));
    });
    const start = performance.now();
    expect(await fetchFrom(port)).toMatchObject({ refusal: 'url_unreachable' });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('gives up a name server that does not respond', async () => {
    const fetchPublicUrl = createPublicUrlFetcher({ resolve: () => new Promise(() => {}) });
    const fetched = await fetchPublicUrl('https://slow.example/', { ...limits, timeoutMs: 50 });
    expect(fetched).toMatchObject({ refusal: 'url_unreachable' });
  });
});
