import Fastify from 'fastify';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { loadBareRenderFunctions } from './load-bare-tree.ts';

/**
 * Baseline for lists, orders and cold pages: hand-written SQL in prepared statements under the same row-level security
 * as the API, in one Fastify without validation, sessions, limits, languages and idempotency. An order locks and takes
 * the stock and writes order, lines and two mails, which this process sends. A page reads its products and renders the
 * React tree of the page, whose other data is at hand. The argument is a `BareShopSetup` as JSON.
 */
export interface BareShopSetup {
  port: number;
  connection: pg.ClientConfig;
  siteId: number;
  smtpUrl: string;
  /** The bundle of `bare-tree.tsx`. */
  bundle: string;
  /** Paths of the pages to render, with the number of products that each shows. */
  pages: Readonly<Record<string, number>>;
}

interface OrderCall {
  products: readonly { id: number; quantity: number }[];
  user: { phone: string };
  address: { delivery: Record<string, string> };
}

const setup = JSON.parse(process.argv[2] ?? '{}') as BareShopSetup;
const pool = new pg.Pool({ ...setup.connection, max: 10, pipeline: true });
const begin = `begin; select set_config('role', 'cuvee_app', true), set_config('app.site_id', '${setup.siteId}', true)`;

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // The first statement of the work leaves with the beginning of the transaction.
    const begun = client.query(begin);
    const [value] = await Promise.all([work(client), begun]);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** A text in French: a column contains one text for all languages, or one for each. */
const text = (column: string): string => `coalesce(${column} ->> 'fr_FR', ${column} #>> '{}')`;

/** Products by price, as many as the first parameter says, with what their cards show. */
const listText = `
  select p.id, p.id as "idProduct", p.slug, p.kind, ${text('p.name')} as name, ${text('p.appellation')} as appellation,
         ${text('p.summary')} as summary, p.is_vintage as "isVintage", p.is_promoted as promoted, v.price / 100.0::float8 as price,
         p.discount, p.has_shipping_fees as "hasShippingFees", p.vat_rate::float8 as "vatRate", p.is_alcohol as "isAlcohol",
         v.declination, coalesce(t.tags, '[]') as tags, count(*) over ()::integer as total,
         image.id as "imageId", image.name as "imageName", ${text('image.alt')} as alt, left(image.hash, 8) as hash, image.width,
         image.height, image.tint
    from products p
    join (select v.product_id, min(discounted_price(v.price, v.discount, q.discount)) as price,
                 json_agg(json_build_object('id', v.id, 'idProduct', v.product_id, 'reference', v.reference, 'year', v.year,
                   'price', v.price / 100.0, 'discount', v.discount, 'capacity', v.capacity, 'capacityUnit', v.capacity_unit,
                   'sellByMultipleOf', v.sell_by_multiple_of, 'quantity', coalesce(s.quantity, 0), 'setQuantity', v.is_stock_managed,
                   'variations', v.variations) order by v.position) as declination
            from variants v
            join products q on q.id = v.product_id
            left join stock s on s.variant_id = v.id
           where not v.is_archived
           group by v.product_id) v on v.product_id = p.id
    left join (select link.product_id, json_agg(json_build_object('slug', tag.slug, 'label', ${text('tag.label')})) as tags
            from product_tags link join tags tag on tag.slug = link.tag
           group by link.product_id) t on t.product_id = p.id
    left join product_images link on link.product_id = p.id and link.position = 0
    left join images image on image.id = link.image_id
   where p.archived_at is null and p.is_published
   order by v.price, p.id
   limit $1`;

async function readProducts(count: number) {
  const { rows } = await inTransaction((client) => client.query({ name: 'list', text: listText, values: [count] }));
  return rows.map(({ imageId, imageName, alt, hash, width, height, tint, ...row }) => ({
    ...row,
    image: imageId && { id: imageId, name: imageName, alt, url: `/image/${imageId}?v=${hash}`, width, height, tint },
  }));
}

/** Locks variants, and reads what their order needs. */
const itemsText = `
  select v.id, v.product_id, ${text('p.name')} as name, p.type, p.kind, v.year, v.capacity, v.capacity_unit, v.reference,
         v.price as full_price, discounted_price(v.price, v.discount, p.discount) as price, p.vat_rate::float8 as vat_rate
    from variants v
    join products p on p.site_id = v.site_id and p.id = v.product_id
    left join stock s on s.site_id = v.site_id and s.variant_id = v.id
   where v.id = any($1)
   order by v.id
     for update of v`;

/** Takes the stock, and inserts an order with its lines and its two mails, in one statement. */
const orderText = `
  with taken as (
    update stock s set quantity = s.quantity - line.quantity, last_moved_at = now()
      from json_to_recordset($1) as line(variant_id integer, quantity integer) where s.variant_id = line.variant_id),
  counted as (
    insert into order_counters (last_number) values (1)
      on conflict (site_id) do update set last_number = order_counters.last_number + 1 returning last_number),
  placed as (
    insert into orders (number, email, lang, state, delivery_type, bottles, subtotal, discount, shipping_fees, total, vat,
                        delivery_address, billing_address, phone, message, payment_method, terms_version)
    select extract(year from now()) || '-' || lpad(last_number::text, 5, '0'), $2, 'fr_FR', 'PENDING', 'DELIVERY', $3, $4, 0, 0, $4, '[]',
           $5, $5, $6, '', 'TRANSFER', '' from counted returning id, number),
  lines as (
    insert into order_lines (order_id, position, variant_id, product_id, name, type, kind, year, capacity, capacity_unit,
                             reference, quantity, full_price, price, vat_rate, stock_taken)
    select placed.id, line.position, line.variant_id, line.product_id, line.name, line.type, line.kind, line.year, line.capacity,
           line.capacity_unit, line.reference, line.quantity, line.full_price, line.price, line.vat_rate, '[]'
      from placed, json_to_recordset($1) as line(position integer, variant_id integer, product_id integer, name text, type text,
             kind text, year integer, capacity numeric, capacity_unit text, reference text, quantity integer,
             full_price integer, price integer, vat_rate numeric)),
  written as (
    insert into mails (kind, order_id, recipient, sender, subject, html, text, attachments, is_secret, state)
    select 'bare-order', placed.id, mail.recipient, '"Domaine" <contact@domaine.example>', mail.subject || placed.number,
           mail.html, mail.text, '[]', false, 'QUEUED'
      from placed, json_to_recordset($7) as mail(recipient text, subject text, html text, text text))
  select id, number from placed`;

interface Line {
  name: string;
  quantity: number;
  price: number;
}

/** Writes a mail with a table of the lines, about as long as that of the shop. */
function writeMail(recipient: string, subject: string, lines: readonly Line[]) {
  const cell = 'style="padding:8px 12px;border-bottom:1px solid #ddd;font-family:Georgia,serif;font-size:16px"';
  const rows = lines.map(
    ({ name, quantity, price }) =>
      `<tr><td ${cell}>${name}</td><td ${cell}>${quantity}</td><td ${cell}>${((quantity * price) / 100).toFixed(2)} €</td></tr>`,
  );
  const texts = Array.from(
    { length: 8 },
    (_, index) => `<p ${cell}>Merci de votre commande au domaine (${index + 1}).</p>`,
  );
  const html = `<!doctype html><html lang="fr"><body><h1>${subject}</h1><table>${rows.join('')}</table>${texts.join('')}</body></html>`;
  const plain = [subject, ...lines.map(({ name, quantity }) => `${quantity} × ${name}`)].join('\n');
  return { recipient, subject, html, text: plain };
}

async function placeOrder({ products, user, address }: OrderCall) {
  const quantities = new Map(products.map(({ id, quantity }) => [id, quantity]));
  const placed = await inTransaction(async (client) => {
    const { rows } = await client.query({ name: 'items', text: itemsText, values: [[...quantities.keys()]] });
    const lines = rows.map(({ id, ...row }, position) => ({
      ...row,
      position,
      variant_id: id,
      quantity: quantities.get(id) ?? 0,
    }));
    const bottles = lines.reduce((sum, line) => sum + line.quantity, 0);
    const total = lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
    const mails = [
      writeMail('client@mail.example', 'Votre commande ', lines),
      writeMail('contact@domaine.example', 'Nouvelle commande ', lines),
    ];
    const values = [
      JSON.stringify(lines),
      'client@mail.example',
      bottles,
      total,
      JSON.stringify(address.delivery),
      user.phone,
      JSON.stringify(mails),
    ];
    const result = await client.query({ name: 'order', text: orderText, values });
    return { ...result.rows[0], total, lines };
  });
  void sendMails();
  return placed;
}

const transport = createTransport({ url: setup.smtpUrl, pool: true, maxConnections: 2 });
const mailsPerBatch = 50;
let isSending = false;

/** Sends the queued mails, a batch in a transaction. */
async function sendMails(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    while ((await inTransaction(sendBatch)) > 0);
  } catch (error) {
    console.error(error);
  }
  isSending = false;
}

async function sendBatch(client: pg.PoolClient): Promise<number> {
  const queued = `select id, recipient, sender, subject, html, text from mails where kind = 'bare-order' and state = 'QUEUED'
    order by id limit $1 for update skip locked`;
  const { rows } = await client.query({ name: 'mails', text: queued, values: [mailsPerBatch] });
  if (rows.length === 0) return 0;
  await Promise.all(
    rows.map((mail) =>
      transport.sendMail({
        from: mail.sender,
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
      }),
    ),
  );
  const sent = `update mails set state = 'SENT', attempts = 1, sent_at = now() where id = any($1)`;
  await client.query({ name: 'sent', text: sent, values: [rows.map(({ id }) => id)] });
  return rows.length;
}

const trees = new Map(
  await Promise.all(
    Object.keys(setup.pages).map(async (path) => [path, await loadBareRenderFunctions(setup.bundle, path)] as const),
  ),
);

const app = Fastify();
app.get('/healthz', () => 'ok');
app.get('/product', async ({ query }) => ({
  success: true,
  data: { items: await readProducts(Number((query as { nbItem?: string }).nbItem)) },
}));
app.post('/order', async ({ body }) => ({ success: true, data: await placeOrder(body as OrderCall) }));
for (const [path, tree] of trees)
  app.get(path, async (_request, reply) => {
    await readProducts(setup.pages[path] ?? 0);
    reply.hijack();
    const { pipe } = tree.renderToPipeableStream({
      onShellReady() {
        reply.raw.setHeader('content-type', 'text/html; charset=utf-8');
        pipe(reply.raw);
      },
      onShellError(error) {
        console.error(error);
        reply.raw.writeHead(500).end();
      },
    });
  });

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: setup.port, host: '127.0.0.1' });
