import type { HostingView } from '#shared/site/site-hosting-contract.ts';

export const sampleHosting: HostingView = {
  revision: 4,
  domains: [
    { name: 'estate.example', lang: 'en', isCanonical: true, isCurrent: true },
    { name: 'www.estate.example', lang: 'en', isCanonical: false, isCurrent: false },
  ],
  languages: ['en'],
  defaultLang: 'en',
  isEdited: false,
};
