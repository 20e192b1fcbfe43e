import { getParameterDefinition, type ParameterKey } from './parameter-definitions.ts';

/**
 * Numbers of which the first must not exceed the second, because otherwise no order can be sent, or a free delivery or
 * reminder never comes. 0 disables a rule, so that it contradicts none.
 */
const orderedPairs = [
  ['MINIMUM_EXPEDITION_BOTTLE', 'MAXIMUM_EXPEDITION_BOTTLE'],
  ['FREE_SHIPPING_BOTTLE', 'MAXIMUM_EXPEDITION_BOTTLE'],
  ['MINIMUM_EXPEDITION_BOTTLE', 'UNPAID_BOTTLES_PER_CUSTOMER'],
  ['MINIMUM_EXPEDITION_BOTTLE', 'UNPAID_BOTTLES_PER_NEW_CUSTOMER'],
  ['UNPAID_REMINDER_DAYS', 'UNPAID_ORDER_DAYS'],
] as const satisfies readonly (readonly [ParameterKey, ParameterKey])[];

export const conflictingParameterKeys: readonly ParameterKey[] = [...new Set(orderedPairs.flat())];

type ParameterValues = Partial<Record<ParameterKey, unknown>>;

/** A number that contradicts another one. The message is in English; `code` and `values` select that for staff. */
export interface ParameterConflict {
  type: ParameterKey;
  other: ParameterKey;
  message: string;
  code: 'above_other' | 'below_other';
  values: Readonly<Record<string, string | number>>;
}

/**
 * Finds numbers that contradict each other. A parameter that is not set counts with its default.
 * @param isBlamed Selects which number of a pair the message is about: the first one, unless only the second is blamed
 */
export function findParameterConflicts(
  parameters: ParameterValues,
  isBlamed: (key: ParameterKey) => boolean = (key) => Object.hasOwn(parameters, key),
): ParameterConflict[] {
  return orderedPairs.flatMap(([lower, upper]): ParameterConflict[] => {
    const [low, high] = [getNumber(parameters, lower), getNumber(parameters, upper)];
    if (low === 0 || high === 0 || low <= high) return [];
    const isLowerBlamed = isBlamed(lower);
    if (!isLowerBlamed && !isBlamed(upper)) return [];
    const [type, other, value, limit] = isLowerBlamed ? [lower, upper, low, high] : [upper, lower, high, low];
    const bound = isLowerBlamed ? 'at most' : 'at least';
    return [
      {
        type,
        other,
        message: `must be ${bound} ${other}, which is ${limit}, not ${value}`,
        code: isLowerBlamed ? 'above_other' : 'below_other',
        values: { field: type, value, other, limit },
      },
    ];
  });
}

function getNumber(parameters: ParameterValues, key: ParameterKey): number {
  const definition = getParameterDefinition(key);
  const value = parameters[key] ?? ('default' in definition ? definition.default : 0);
  return typeof value === 'number' ? value : 0;
}
