import type { VariantStock } from '#shared/admin/stock-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';

type LabelledVariant = Pick<VariantStock, 'year' | 'capacity' | 'capacityUnit' | 'reference'>;

export function useVariantLabel(): (variant: LabelledVariant) => string {
  const { number, t } = useAdminTexts();
  return ({ year, capacity, capacityUnit, reference }) =>
    [
      year,
      capacity !== null &&
        capacityUnit &&
        t(`admin-catalogue.capacity.${capacityUnit}`, { capacity: number(capacity) }),
      reference,
    ]
      .filter(Boolean)
      .join(' · ');
}
