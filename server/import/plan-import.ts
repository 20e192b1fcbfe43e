/** A row as an import wants it, with the keys of the rows that it names. */
export interface WantedRow {
  key: string;
  parents: readonly (ParentRow | null)[];
}

/** A row as it stands, or as an earlier import left it. */
export interface StandingRow {
  key: string;
  /** Whether it is in the table. */
  there: boolean;
  /** Whether an import wrote it. */
  imported: boolean;
  /** Whether it still is as the import left it. */
  unedited: boolean;
  parents: readonly (ParentRow | null)[];
}

export interface ParentRow {
  table: string;
  key: string;
  required: boolean;
}

export interface TableState<W extends WantedRow> {
  table: string;
  wanted: readonly W[];
  standing: readonly StandingRow[];
  /** Whether its rows only say more of another row, and go with it: they never keep it from being removed. */
  accompanies: boolean;
}

export interface TablePlan<W extends WantedRow> {
  table: string;
  /** To be written. `lost` has the positions in `parents` of rows that it may name no longer. */
  write: { row: W; lost: readonly number[] }[];
  remove: string[];
  /** Edited since the last import, and left alone. */
  kept: number;
  /** Deleted since the last import, and left out. */
  leftOut: number;
}

/**
 * Decides what an import writes and removes. A row that was edited since the last import is kept, one that was deleted
 * stays deleted, one that nobody edited and the folder no longer has goes, unless a row that stays needs it. With
 * `overwrite` the folder wins over edits and deletions; rows that staff made themselves are never touched.
 * `tables` are in the order in which rows may name each other.
 */
export function planImport<W extends WantedRow>(tables: readonly TableState<W>[], overwrite: boolean): TablePlan<W>[] {
  const alive = new Set<string>();
  const plans = tables.map((state) => planWrites(state, overwrite, alive));
  const needed = new Set<string>();
  for (const [index, plan] of [...plans.entries()].reverse()) {
    const state = tables[index];
    if (state) plan.remove = planRemovals(state, plan, overwrite, needed);
  }
  return plans;
}

const nameOf = (table: string, key: string) => `${table} ${key}`;

function planWrites<W extends WantedRow>(
  { table, wanted, standing }: TableState<W>,
  overwrite: boolean,
  alive: Set<string>,
): TablePlan<W> {
  const plan: TablePlan<W> = { table, write: [], remove: [], kept: 0, leftOut: 0 };
  const byKey = new Map(standing.map((row) => [row.key, row]));
  for (const { key, there } of standing) if (there) alive.add(nameOf(table, key));
  for (const row of wanted) {
    const before = byKey.get(row.key);
    const edited = before?.there && !(before.imported && before.unedited);
    const deleted = before?.imported && !before.there;
    const lost = row.parents.flatMap((parent, at) =>
      parent && !alive.has(nameOf(parent.table, parent.key)) ? [at] : [],
    );
    if (edited && !overwrite) plan.kept++;
    else if ((deleted && !overwrite) || lost.some((at) => row.parents[at]?.required)) plan.leftOut++;
    else {
      plan.write.push({ row, lost });
      alive.add(nameOf(table, row.key));
    }
  }
  return plan;
}

function planRemovals<W extends WantedRow>(
  { table, wanted, standing, accompanies }: TableState<W>,
  plan: TablePlan<W>,
  overwrite: boolean,
  needed: Set<string>,
): string[] {
  const inFolder = new Set(wanted.map(({ key }) => key));
  const rewritten = new Set(plan.write.map(({ row }) => row.key));
  const goes = ({ key, there, imported, unedited }: StandingRow) =>
    there && imported && !inFolder.has(key) && (unedited || overwrite);
  const need = (parents: StandingRow['parents']) => {
    for (const parent of parents) if (parent) needed.add(nameOf(parent.table, parent.key));
  };
  const stays = (row: StandingRow) => row.there && !goes(row) && !rewritten.has(row.key);
  if (!accompanies) for (const row of standing) if (stays(row)) need(row.parents);
  let candidates = standing.filter(goes);
  // A row of the same table may need another one, which may need a third.
  for (;;) {
    const staying = candidates.filter(({ key }) => needed.has(nameOf(table, key)));
    if (staying.length === 0) return candidates.map(({ key }) => key);
    for (const row of staying) need(row.parents);
    candidates = candidates.filter((row) => !staying.includes(row));
  }
}
