import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type Db, openPool } from '#server/api/database/connect.ts';
import { socketFolder, socketPort } from '#server/api/database/embedded/socket-folder.ts';
import type { Envelope } from '#shared/envelope.ts';
import { type Customer, type CustomerWish, newCustomer } from '#tests/support/customer.ts';
import { editJson } from '#tests/support/starter-site.ts';
import { estate } from './estate-folders.ts';

/** What the estates of these tests sell: a box holds two bottles of red and one of white. */
export const sold = { red: 101, white: 102, box: 104 } as const;

/** What a line takes from the stock, by declination, each. */
export const taken: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  [sold.red]: { [sold.red]: 1 },
  [sold.white]: { [sold.white]: 1 },
  [sold.box]: { [sold.red]: 2, [sold.white]: 1 },
};

/** A small estate that also sells a box, has so many bottles of each wine, and a code that can be used once. */
export async function shopEstate(sitesDir: string, name: string, id: number, bottles: number): Promise<string> {
  const dir = await estate(sitesDir, name, id);
  const products = join(dir, 'content/products');
  for (const file of ['red', 'white'])
    await editJson<Product>(join(products, `${file}.json`), ({ declinations: [only] }) => {
      if (only) only.quantity = bottles;
    });
  const red = JSON.parse(await readFile(join(products, 'red.json'), 'utf8')) as Product;
  const box = {
    ...{ ...red, id: 4, slug: 'box', type: 'BOX', kind: 'box', isVintage: false, recommended: [] },
    declinations: red.declinations.map((only) => ({
      ...only,
      id: sold.box,
      reference: 'REF-4',
      year: null,
      price: 33,
    })),
    products: [
      { idDeclination: sold.red, quantity: 2 },
      { idDeclination: sold.white, quantity: 1 },
    ],
  };
  await writeFile(join(products, 'box.json'), JSON.stringify(box));
  const code = { id: 1, code: onceCode, type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT', uses: 1 };
  await writeFile(join(dir, 'content/discount-codes.json'), JSON.stringify([code]));
  return dir;
}

interface Product {
  declinations: { quantity: number }[];
}

export const onceCode = 'UNEFOIS';

const pools: Db[] = [];
afterAll(async () => {
  for (const pool of pools) await pool.$client.end();
});

/** The embedded database of a data folder, or the one of an address, for what no call of the API does. */
export function databaseOf(place: { dataDir: string } | { url: string }): Db {
  const connection =
    'url' in place
      ? { connectionString: place.url }
      : { host: socketFolder(place.dataDir), port: socketPort, user: 'cuvee', database: 'cuvee' };
  const pool = openPool(connection, { poolSize: 2 });
  pools.push(pool);
  return pool;
}

export interface Sending {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Envelope<Record<string, unknown>>;
}

/** A call of the API on the site's own origin, on a connection of its own. Rejects where nobody answers to the end. */
export function send(port: number, host: string, path: string, { method = 'GET', body, headers }: Sending = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const asked = request(
    {
      ...{ host: '127.0.0.1', port, path: `/api${path}`, method, agent: false, timeout: 60_000 },
      headers: {
        host,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
    },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (more) => {
        text += more;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const isJson = answer.headers['content-type']?.startsWith('application/json');
        const json = isJson ? JSON.parse(text) : null;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json });
      });
    },
  );
  asked.on('timeout', () => asked.destroy(new Error(`${path} kept silent`)));
  asked.on('error', reject);
  asked.end(payload);
  return promise;
}

/** Somebody with an account, logged in as a browser is. */
export interface Shopper extends Customer {
  host: string;
  /** The Cookie header. */
  cookie: string;
}

/** Logs in over HTTP; the browser keeps the cookies. */
export async function logIn(
  port: number,
  host: string,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<string> {
  const answer = await send(port, host, '/login', { method: 'POST', body: { identifier: email, password } });
  expect(answer.status, answer.text).toBe(200);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** So many customers of an estate, each logged in. */
export async function shoppers(
  { port }: { port: number },
  db: Db,
  host: string,
  count: number,
  wish: CustomerWish,
): Promise<Shopper[]> {
  const people: Shopper[] = [];
  // One after another: a crowd that has its passwords compared all at once waits longer than a call may take.
  for (let index = 0; index < count; index++) {
    const customer = await newCustomer({ db }, wish);
    people.push({ ...customer, host, cookie: await logIn(port, host, customer) });
  }
  return people;
}
