import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { runWhenIdle } from '#client/core/run-when-idle.ts';
import { useQuery } from '#client/core/use-query.ts';
import type { ProductView } from './product-view.ts';

export type LabelsById = ReadonlyMap<number, string>;

const noLabels: LabelsById = new Map();
/**
 * The requests of this document, which are shared because the lists are the same on all pages. After a failure, the
 * next product requests the list again.
 */
const requests = new Map<string, Promise<LabelsById>>();

function loadOnce(name: string, load: () => Promise<LabelsById>): Promise<LabelsById> {
  const request =
    requests.get(name) ??
    load().catch((error: unknown) => {
      requests.delete(name);
      if (error instanceof ApiCallError) return noLabels;
      throw error;
    });
  requests.set(name, request);
  return request;
}

const loadMealIcons = () =>
  loadOnce('meal icons', async () => {
    const { mealIcons } = await callApi('GET /parameter/product/meal-icon', { isBackground: true });
    return new Map(mealIcons.map(({ id, label }) => [id, label]));
  });

const loadVariations = () =>
  loadOnce('variations', async () => {
    const { variations } = await callApi('GET /variation', { isBackground: true });
    return new Map(variations.map(({ id, label, displayLabel }) => [id, displayLabel ?? label]));
  });

const waitUntilIdle = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = runWhenIdle(resolve);
    signal.addEventListener('abort', cancel);
  });

/**
 * Loads the current labels of meal icons and variations, if the product has some, when the browser is idle. The labels
 * of a cached page may be outdated.
 */
export function useProductLabels({ mealIcons, variations }: Pick<ProductView, 'mealIcons' | 'variations'>) {
  const [needsMealIcons, needsVariations] = [mealIcons.length > 0, variations.length > 0];
  const load = async (signal: AbortSignal) => {
    await waitUntilIdle(signal);
    const [mealIcons, variations] = await Promise.all([
      needsMealIcons ? loadMealIcons() : noLabels,
      needsVariations ? loadVariations() : noLabels,
    ]);
    return { mealIcons, variations };
  };
  const { data } = useQuery(needsMealIcons || needsVariations ? load : null, [needsMealIcons, needsVariations]);
  return data ?? { mealIcons: noLabels, variations: noLabels };
}
