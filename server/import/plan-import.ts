export interface DesiredRow {
  key: string;
  /** True if a revert of the row's item is pending, so that the folder replaces edits and deletions in it. */
  isRevertPending: boolean;
  parents: readonly (ParentRowReference | null)[];
}

/** A row that the table contains, or that was deleted after an import or staff had created it. */
export interface StoredRowState {
  key: string;
  exists: boolean;
  /** True if an import has written the row; also for a row that staff have created and deleted. */
  wasImported: boolean;
  /** True if the row has been neither edited nor archived since an import last wrote it. */
  isUnedited: boolean;
  /** True if the import must never change the row, not even with `shouldOverwrite`. */
  isProtected: boolean;
  /** True if orders contain the item. The row is then archived instead of removed. */
  isOrdered: boolean;
  /**
   * True if a revert of the row's item is pending. The import then also removes rows that staff have added to the item.
   */
  isRevertPending: boolean;
  parents: readonly (ParentRowReference | null)[];
}

export interface ParentRowReference {
  table: string;
  key: string;
  isRequired: boolean;
}

export interface TableImportState<W extends DesiredRow> {
  table: string;
  desired: readonly W[];
  current: readonly StoredRowState[];
  /**
   * True for a table whose rows are deleted together with their parent row and therefore never prevent its deletion.
   */
  isDependent: boolean;
}

export interface TableImportPlan<W extends DesiredRow> {
  table: string;
  /**
   * Rows to write. `missingParents` are the positions in `parents` of rows that do not exist; those references are set
   * to null.
   */
  write: { row: W; missingParents: readonly number[] }[];
  remove: string[];
  /** Keys of rows that the folder no longer contains, but that orders contain. */
  archive: string[];
  /** Rows of the folder that are not written, because staff have edited or created the stored row with the same key. */
  kept: W[];
  /** Number of rows of the folder that are not written, because they were deleted or lack a row that they require. */
  omitted: number;
}

/**
 * Decides which rows an import writes and removes. Rows that were edited since the last import are kept, and rows that
 * were deleted since stay deleted. An unedited row that the folder no longer contains is removed, unless a remaining
 * row refers to it, and archived if orders contain it. With `shouldOverwrite`, the folder replaces edits and deletions.
 * An item whose revert is pending is treated in the same way, and rows that staff have added to the item are removed.
 * All other rows that staff have created are never removed.
 * @param tables Referenced tables come before those that refer to them.
 */
export function planImport<W extends DesiredRow>(
  tables: readonly TableImportState<W>[],
  shouldOverwrite: boolean,
): TableImportPlan<W>[] {
  const existing = new Set<string>();
  const restored = new Set<string>();
  const plans = tables.map((state) => planWrites(state, shouldOverwrite, { existing, restored }));
  const needed = new Set<string>();
  for (const [index, plan] of [...plans.entries()].reverse()) {
    const state = tables[index];
    if (state) Object.assign(plan, planRemovals(state, plan, shouldOverwrite, needed));
  }
  return plans;
}

const rowId = (table: string, key: string) => `${table} ${key}`;

/** The rows that exist before any is removed, and those among them that staff had deleted from items to revert. */
interface WrittenRows {
  existing: Set<string>;
  restored: Set<string>;
}

function planWrites<W extends DesiredRow>(
  { table, desired, current, isDependent }: TableImportState<W>,
  shouldOverwriteAll: boolean,
  { existing, restored }: WrittenRows,
): TableImportPlan<W> {
  const plan: TableImportPlan<W> = { table, write: [], remove: [], archive: [], kept: [], omitted: 0 };
  const byKey = new Map(current.map((row) => [row.key, row]));
  for (const { key, exists } of current) if (exists) existing.add(rowId(table, key));
  for (const row of desired) {
    const previous = byKey.get(row.key);
    const isEdited = previous?.exists && !(previous.wasImported && previous.isUnedited);
    const isDeleted = previous?.wasImported && !previous.exists;
    // Rows that were deleted together with their parent, such as the stock of a variant, are restored together with it.
    const isRestored =
      isDependent && row.parents.some((parent) => parent && restored.has(rowId(parent.table, parent.key)));
    const shouldOverwrite = shouldOverwriteAll || row.isRevertPending || isRestored;
    const missingParents = row.parents.flatMap((parent, index) =>
      parent && !existing.has(rowId(parent.table, parent.key)) ? [index] : [],
    );
    if (previous?.exists && previous.isProtected) continue;
    if (isEdited && !shouldOverwrite) plan.kept.push(row);
    else if ((isDeleted && !shouldOverwrite) || missingParents.some((index) => row.parents[index]?.isRequired))
      plan.omitted++;
    else {
      plan.write.push({ row, missingParents });
      existing.add(rowId(table, row.key));
      if (isDeleted && row.isRevertPending) restored.add(rowId(table, row.key));
    }
  }
  return plan;
}

function planRemovals<W extends DesiredRow>(
  { table, desired, current, isDependent }: TableImportState<W>,
  plan: TableImportPlan<W>,
  shouldOverwrite: boolean,
  needed: Set<string>,
): Pick<TableImportPlan<W>, 'remove' | 'archive'> {
  const inFolder = new Set(desired.map(({ key }) => key));
  const rewritten = new Set(plan.write.map(({ row }) => row.key));
  const isObsolete = ({ key, exists, wasImported, isUnedited, isProtected, isRevertPending }: StoredRowState) =>
    exists &&
    !isProtected &&
    !inFolder.has(key) &&
    (isRevertPending || (wasImported && (isUnedited || shouldOverwrite)));
  const isRemovable = (row: StoredRowState) => isObsolete(row) && !row.isOrdered;
  const archive = current.filter((row) => isObsolete(row) && row.isOrdered).map(({ key }) => key);
  const markNeeded = (parents: StoredRowState['parents']) => {
    for (const parent of parents) if (parent) needed.add(rowId(parent.table, parent.key));
  };
  const isKept = (row: StoredRowState) => row.exists && !isRemovable(row) && !rewritten.has(row.key);
  if (!isDependent) for (const row of current) if (isKept(row)) markNeeded(row.parents);
  let candidates = current.filter(isRemovable);
  // Repeats until no row to remove is still referenced, because rows of one table may refer to each other.
  for (;;) {
    const referenced = candidates.filter(({ key }) => needed.has(rowId(table, key)));
    if (referenced.length === 0) return { remove: candidates.map(({ key }) => key), archive };
    for (const row of referenced) markNeeded(row.parents);
    candidates = candidates.filter((row) => !referenced.includes(row));
  }
}
