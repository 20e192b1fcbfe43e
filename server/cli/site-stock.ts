import { and, asc, eq } from 'drizzle-orm';
import { products, stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { recordStockMovement } from '#server/api/catalogue/stock-changes.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { readReservedStock } from '#server/api/orders/order-repository.ts';
import { readServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { StockMovementKind } from '#shared/catalogue/stock-movement.ts';
import { ok, type RefusedOutcome } from '#shared/outcome.ts';
import { formatTable, parseCommandArguments } from './command-line.ts';
import { readStoredSiteRows, requireStoredSite } from './stored-sites.ts';

const usageText =
  'npm run site -- stock <site> [--variant <id|reference> --add <n> | --set <n> | --count <n> [--reason <text>]]';

export async function runSiteStock(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: {
      variant: { type: 'string' },
      add: { type: 'string' },
      set: { type: 'string' },
      count: { type: 'string' },
      reason: { type: 'string', default: '' },
    },
  });
  const [name] = positionals;
  const movement = parseMovement(values);
  if (!name || positionals.length > 1 || !movement !== (values.variant === undefined))
    throw new OperatorError(usageText, { exitCode: 64 });
  const config = readServerConfig(process.env, 'command');
  const database = await openDatabase(config, { clientKind: 'command', purpose: 'site stock', poolSize: 2 });
  try {
    const site = requireStoredSite(await readStoredSiteRows(database), name);
    const outcome = await withSiteTransactionOrRollback(database.db, site.id, async (tx) => {
      const list = await readStockList(tx);
      if (!movement) return ok(formatStockList(list));
      const variant = requireVariant(list, values.variant ?? '');
      const input = { ...movement, variantId: variant.id, reason: values.reason, userId: null };
      const moved = await recordStockMovement(tx, { ...input, reserved: variant.reserved });
      return moved.ok ? ok(formatMove(variant, moved.value)) : moved;
    });
    if (!outcome.ok) throw new OperatorError(formatRefusal(outcome), { exitCode: 65 });
    process.stdout.write(outcome.value);
  } finally {
    await database.close();
  }
  return 0;
}

/**
 * Reads the option that changes the stock.
 * @returns Null if there is none, so that the stock is listed.
 * @throws OperatorError if several are given, or a value is not a whole number.
 */
function parseMovement(values: Readonly<Record<string, string | undefined>>) {
  const given = (['add', 'set', 'count'] as const).filter((option) => values[option] !== undefined);
  const [option] = given;
  if (!option) return null;
  const text = values[option] ?? '';
  const isNumber = option === 'add' ? /^[+-]?\d{1,8}$/.test(text) : /^\d{1,8}$/.test(text);
  if (given.length > 1 || !isNumber)
    throw new OperatorError(`Give one of --add, --set and --count, with a whole number.\n${usageText}`, {
      exitCode: 64,
    });
  return { kind: option.toUpperCase() as StockMovementKind, quantity: Number(text) };
}

interface StockListRow {
  id: number;
  reference: string;
  name: string;
  year: number | null;
  quantity: number;
  isStockManaged: boolean;
  reserved: number;
}

/** Reads the stock of all variants except archived ones and boxes, whose stock follows from that of their contents. */
async function readStockList(tx: SiteTx): Promise<StockListRow[]> {
  const reserved = await readReservedStock(tx);
  const rows = await tx
    .select({
      id: variants.id,
      reference: variants.reference,
      name: products.name,
      year: variants.year,
      quantity: stock.quantity,
      isStockManaged: variants.isStockManaged,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(and(eq(products.type, 'WINE'), eq(variants.isArchived, false)))
    .orderBy(asc(products.position), asc(products.id), asc(variants.position));
  return rows.map((row) => ({
    ...row,
    name: typeof row.name === 'string' ? row.name : (Object.values(row.name)[0] ?? ''),
    quantity: row.quantity ?? 0,
    reserved: reserved.get(row.id) ?? 0,
  }));
}

function requireVariant(list: readonly StockListRow[], idOrReference: string): StockListRow {
  const found = list.filter(({ id, reference }) => String(id) === idOrReference || reference === idOrReference);
  const [variant] = found;
  if (variant && found.length === 1) return variant;
  throw new OperatorError(
    variant
      ? `Several variants match "${idOrReference}": ${found.map(({ id }) => id).join(', ')}. Use the id.`
      : `The site has no variant "${idOrReference}" with a stock of its own. List them: npm run site -- stock <site>`,
    { exitCode: 66 },
  );
}

const formatRefusal = ({ refusal, values }: RefusedOutcome<string>): string =>
  refusal === 'stock_not_managed'
    ? 'The stock of this variant is not counted. Set isStockManaged to true in its product file and import the site.'
    : `The stock cannot be changed like that; it is ${values?.before ?? 'unknown'} and must not become negative.`;

const formatMove = ({ id, reference, reserved }: StockListRow, { before, after }: { before: number; after: number }) =>
  `${reference} (variant ${id}): ${before} → ${after} to sell, and ${reserved} in open orders.\n`;

const formatStockList = (list: readonly StockListRow[]): string =>
  formatTable([
    ['variant', 'reference', 'product', 'year', 'to sell', 'in open orders'],
    ...list.map(({ id, reference, name, year, quantity, isStockManaged, reserved }) =>
      [id, reference, name, year ?? '', isStockManaged ? quantity : 'not counted', reserved].map(String),
    ),
  ]);
