import { createHash } from 'node:crypto';
import { type ProductImportCheck, productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import type { CheckedRecord } from './imported-file-product.ts';
import { listProductChanges, type ProductChangeFormat } from './list-product-changes.ts';

interface ImportPreview {
  /**
   * Adds a checked product in the order of the file. A product that the import leaves unchanged does not appear in the
   * preview.
   */
  add: (checked: CheckedRecord) => void;
  /** Returns the preview of all added products. It can be called once. */
  finish: () => Pick<ProductImportCheck, 'digest' | 'changes' | 'changeCount'>;
}

/**
 * Collects the changes that an import makes. The digest covers the file, and the id, revision and content of each
 * product that the import changes. The revision alone would not suffice, because some changes, such as a planned price
 * that takes effect, do not raise the revision.
 */
export function createImportPreviewCollector(file: Buffer, format: ProductChangeFormat): ImportPreview {
  const hash = createHash('sha256').update(file);
  const changes: ProductImportCheck['changes'] = [];
  let changeCount = 0;
  return {
    add: (checked) => {
      if (!checked.isChanged) return;
      hash.update(JSON.stringify([checked.input.id, checked.revision, checked.stored]));
      const found = listProductChanges(checked, format);
      changeCount += found.length;
      for (const each of found.slice(0, productImportLimits.reportedChanges - changes.length)) changes.push(each);
    },
    finish: () => ({ digest: hash.digest('hex'), changes, changeCount }),
  };
}
