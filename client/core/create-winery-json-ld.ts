import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { socialNetworkParameterKeys } from '#shared/site/social-networks.ts';
import type { LoaderArgs } from './page-module.ts';

const dayNames: Record<string, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** Describes the estate as a schema.org `Winery`. Other structured data refers to it by its `@id`. */
export function createWineryJsonLd({ shell, site }: Pick<LoaderArgs, 'shell' | 'site'>, image?: string) {
  const { address, parameters, logos } = shell;
  const logo = logos.LOGO?.url;
  return {
    '@type': ['Winery', 'Organization'],
    '@id': `${site.origin}/#estate`,
    name: site.name,
    legalName: parameters.COMPANY_NAME,
    url: `${site.origin}/`,
    logo: logo && site.origin + (logo.startsWith('/image/') ? buildImageUrl(logo, 640, 'png') : logo),
    image: image && site.origin + buildImageUrl(image, 1200, 'jpeg'),
    telephone: address?.phone || parameters.COMPANY_PHONE,
    email: address?.email || parameters.COMPANY_EMAIL,
    address: address && {
      '@type': 'PostalAddress',
      streetAddress: [address.address, address.addressPart2].filter(Boolean).join(', '),
      postalCode: address.postalCode,
      addressLocality: address.city,
      addressCountry: address.country,
    },
    openingHoursSpecification: address?.openingHours.flatMap(({ weekday, open }) =>
      open.map(({ from, to }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${dayNames[weekday]}`,
        opens: from,
        closes: to,
      })),
    ),
    sameAs: socialNetworkParameterKeys.flatMap((key) => parameters[key] ?? []),
  };
}
