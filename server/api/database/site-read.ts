import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Db } from './connect.ts';
import { nameOf } from './prepared-names.ts';
import { createSiteTx, enterSite, type SiteTx } from './site-transaction.ts';

/**
 * Runs `work` in a read-only transaction that sees only the data of one site. The statements that `work` issues before it
 * waits travel to PostgreSQL as one, so that a page needs as many round trips as its data has levels.
 *
 * The transaction begins in the same packet as the first statement. A statement resolves only once the transaction has
 * begun, so that nothing is returned that was read outside of it.
 *
 * @param isOneTrip True if `work` usually issues all its statements together. The transaction then ends in the same
 * packet. Further statements get a new one, which makes no difference, because each statement has a snapshot of its own.
 */
export async function withSiteRead<T>(
  db: Db,
  siteId: number,
  work: (tx: SiteTx) => Promise<T>,
  { isOneTrip = false } = {},
): Promise<T> {
  const begin = enterSite(siteId, 'begin read only');
  const client = await db.$client.connect();
  let begun: Promise<unknown> | null = null;
  let ended: Promise<unknown> | null = null;
  let waiting: Statement[] = [];
  function sendWaiting(): void {
    if (waiting.length === 0) return;
    const statements = waiting;
    waiting = [];
    const { stream } = client.connection;
    stream.cork();
    begun ??= client.query(begin);
    begun.catch(() => {}); // Each statement reports it.
    sendTogether(client, begun, statements);
    if (isOneTrip) {
      ended = client.query('commit');
      ended.catch(() => {}); // `end` reports it.
      begun = null;
    }
    stream.uncork();
  }
  const tx = createSiteTx(siteId, (config, values = []) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ rows: unknown[] }>();
    waiting.push({ ...(config as StatementConfig), values, resolve, reject });
    if (waiting.length === 1) setImmediate(sendWaiting);
    return promise;
  });
  const end = async (statement: 'commit' | 'rollback') => {
    tx.end();
    // A part of `work` may have issued statements that are not sent yet. The transaction ends after them.
    if (waiting.length > 0) sendWaiting();
    // The pool closes a connection that is lost, so that no other transaction continues on it.
    const ending = begun ? client.query(statement) : ended;
    const lost =
      ending &&
      (await ending.then(
        () => undefined,
        (error: Error) => error,
      ));
    client.release(lost ?? undefined);
  };
  try {
    const value = await work(tx.site);
    void end('commit');
    return value;
  } catch (error) {
    void end('rollback');
    throw error;
  }
}

interface Statement {
  text: string;
  values: unknown[];
  /** Rows are arrays for the queries of drizzle with a selection, otherwise objects. */
  rowMode?: 'array';
  types: pg.CustomTypesConfig;
  resolve: (result: { rows: unknown[] }) => void;
  reject: (error: unknown) => void;
}

type StatementConfig = Pick<Statement, 'text' | 'rowMode' | 'types'>;

/** Maximum number of statements that are joined into one text, so that none becomes arbitrarily long. */
const maxTogether = 60;

function sendTogether(client: pg.PoolClient, begun: Promise<unknown>, statements: readonly Statement[]): void {
  const shapes = new Map<Statement, Column[]>();
  for (const statement of mergeEqual(statements)) {
    const columns = columnsByText.get(statement.text);
    if (columns) shapes.set(statement, columns);
    else sendAlone(client, begun, statement);
  }
  // The order is that of the texts, so that the same statements make the same text in whatever order they were issued.
  const parts = [...shapes].sort(([a], [b]) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  for (let start = 0; start < parts.length; start += maxTogether) {
    const chunk = parts.slice(start, start + maxTogether);
    const [first] = chunk;
    if (chunk.length === 1 && first) sendAlone(client, begun, first[0]);
    else sendAsOne(client, begun, chunk);
  }
}

/** Merges statements with the same text and values, which different parts of a page need. */
function mergeEqual(statements: readonly Statement[]): Statement[] {
  const byText = Map.groupBy(statements, ({ text, values, rowMode }) => `${rowMode} ${text} ${JSON.stringify(values)}`);
  return [...byText.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const { resolve, reject } = first;
    return {
      ...first,
      resolve: (result) => {
        for (const each of [{ resolve }, ...others]) each.resolve(result);
      },
      reject: (error) => {
        for (const each of [{ reject }, ...others]) each.reject(error);
      },
    };
  });
}

async function sendAlone(client: pg.PoolClient, begun: Promise<unknown>, statement: Statement): Promise<void> {
  const { text, values, rowMode, types, resolve, reject } = statement;
  // The client's types know rows that are arrays only for a query without types of its own.
  const config = { ...nameOf(client, text), text, values, types, ...(rowMode && { rowMode }) } as pg.QueryConfig;
  try {
    const [result] = await Promise.all([client.query(config), begun]);
    if (!columnsByText.has(text) && isCombinable(text, result.fields))
      columnsByText.set(
        text,
        result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
      );
    resolve(result);
  } catch (error) {
    reject(error);
  }
}

interface Column {
  name: string;
  /** The object identifier of the column's type in PostgreSQL. */
  type: number;
}

/**
 * The columns of statements by their text. They are learnt when a statement runs for the first time: to combine
 * statements, the number and types of their columns must be known.
 */
const columnsByText = new LRUCache<string, Column[]>({ max: 2_000 });

/** PostgreSQL's `json_build_array` takes a hundred values. */
const maxColumns = 90;

const isCombinable = (text: string, fields: readonly pg.FieldDef[]): boolean =>
  fields.length > 0 &&
  fields.length <= maxColumns &&
  /^[\s(]*(?:select|with)\b/i.test(text) &&
  !hasQuotedParameter(text);

/** A text such as `'$1'` would be taken for a parameter when the parameters get other numbers. */
const hasQuotedParameter = (text: string): boolean =>
  text.split("'").some((part, index) => index % 2 === 1 && /\$\d/.test(part));

const { builtins } = pg.types;
/** Types whose values in JSON are those that the driver returns. The values of all other types are sent as text. */
const jsonTypes: ReadonlySet<number> = new Set([
  builtins.BOOL,
  builtins.INT2,
  builtins.INT4,
  builtins.TEXT,
  builtins.VARCHAR,
  builtins.JSON,
  builtins.JSONB,
]);

/** Sends statements as one, whose row has the rows of each of them as JSON. */
async function sendAsOne(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  parts: readonly (readonly [Statement, Column[]])[],
): Promise<void> {
  const values = parts.flatMap(([statement]) => statement.values);
  let offset = 0;
  const subqueries = parts.map(([statement, columns]) => {
    const before = offset;
    offset += statement.values.length;
    const text = statement.text
      .trimEnd()
      .replace(/;$/, '')
      .replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`);
    const names = columns.map((_, index) => `c${index}`);
    const fields = columns.map(({ type }, index) => (jsonTypes.has(type) ? `c${index}` : `c${index}::text`));
    return `(select json_agg(json_build_array(${fields})) from (${text}) as t(${names}))`;
  });
  const text = `select ${subqueries.join(', ')}`;
  try {
    const [{ rows }] = await Promise.all([
      client.query<(unknown[][] | null)[]>({ ...nameOf(client, text), text, values, rowMode: 'array' }),
      begun,
    ]);
    for (const [index, [statement, columns]] of parts.entries())
      statement.resolve({ rows: (rows[0]?.[index] ?? []).map((row) => toDriverRow(row, columns, statement)) });
  } catch (error) {
    for (const [statement] of parts) statement.reject(error);
  }
}

function toDriverRow(row: unknown[], columns: readonly Column[], { rowMode, types }: Statement): unknown {
  for (const [index, { type }] of columns.entries()) {
    const value = row[index];
    if (value !== null && !jsonTypes.has(type)) row[index] = types.getTypeParser(type, 'text')(value as string);
  }
  return rowMode ? row : Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]));
}
