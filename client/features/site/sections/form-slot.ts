import { type ComponentType, createContext } from 'react';
import type { Form } from '#shared/forms/forms-contract.ts';

export interface FormSlotProps {
  form: Form;
  isContact: boolean;
}

/**
 * Slot for the component that shows a form. Pages of kinds that rarely have one leave it empty, so that they do not
 * load its code.
 */
export const FormSlot = createContext<ComponentType<FormSlotProps> | null>(null);

/** Kinds of pages that fill `FormSlot`. */
export const formPageKinds: readonly string[] = ['CONTACT', 'FORM'];
