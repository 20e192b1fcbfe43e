import { createContext, use } from 'react';
import type { AdminConfig } from '#shared/admin/admin-config.ts';
import type { AdminTexts } from './admin-texts.ts';

interface AdminContextValue {
  config: AdminConfig;
  texts: AdminTexts;
}

export const AdminContext = createContext<AdminContextValue | null>(null);

function useAdminContext(): AdminContextValue {
  const value = use(AdminContext);
  if (!value) throw new Error('the component is rendered outside the admin panel');
  return value;
}

export const useAdminConfig = (): AdminConfig => useAdminContext().config;

export const useAdminTexts = (): AdminTexts => useAdminContext().texts;
