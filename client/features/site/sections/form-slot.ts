import { type ComponentType, createContext } from 'react';
import type { Form } from '#shared/forms/forms-contract.ts';

export interface FormSlotProps {
  form: Form;
  isContact: boolean;
}

/** The form itself. Pages of kinds that rarely have one leave it empty, so that they do not load its code. */
export const FormSlot = createContext<ComponentType<FormSlotProps> | null>(null);

/** Kinds of pages that fill the slot. */
export const formPageKinds: readonly string[] = ['CONTACT', 'FORM'];
