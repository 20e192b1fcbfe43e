import { useShell, useTexts } from '#client/core/app-context.tsx';
import { type Config, pictureIn, textIn } from '#client/core/config-fields.ts';
import { breadcrumbList, crumbsTo } from '#client/core/crumbs.ts';
import { winery } from '#client/core/estate-json-ld.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import { phoneHref } from '#client/core/phone.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import type { CompanyAddress } from '#shared/places/places-contract.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { Address } from './Address.tsx';
import css from './ContactPage.module.css';

type ShownAddress = Omit<CompanyAddress, 'type' | 'country'> & { country: string };

interface ContactData {
  title: string;
  intro: string;
  picture: PictureData | null;
  crumbs: Crumb[];
  addresses: ShownAddress[];
}

async function contactConfig(read: LoaderArgs['read']): Promise<Config | undefined> {
  try {
    return (await read('GET /component/conf/{slug}', { params: { slug: 'contact' } })).config;
  } catch (error) {
    if (isReadFailure(error) && error.status === 404) return undefined;
    throw error;
  }
}

const shown = ({ type: _, country, ...address }: CompanyAddress): ShownAddress => ({
  ...address,
  country: country.name,
});

export const loader: PageLoader<ContactData> = async (args) => {
  const { read, entry, texts, url } = args;
  const [config, { addresses }] = await Promise.all([contactConfig(read), read('GET /company/address')]);
  const title = textIn(config, 'title') || entry?.title || texts.t('site.contact');
  const crumbs = entry ? crumbsTo(args, url.pathname) : [{ title }];
  const picture = pictureIn(config, 'image');
  return {
    status: 200,
    data: { title, intro: textIn(config, 'intro'), picture, crumbs, addresses: addresses.map(shown) },
    head: {
      title: entry?.title ?? title,
      description: entry?.description,
      image: picture,
      jsonLd: import.meta.env.SSR ? [winery(args, picture?.url), breadcrumbList(args, crumbs, url.pathname)] : [],
    },
  };
};

/** How to reach the estate: by telephone, by mail, in person. */
export function Page({ data: { title, intro, picture, crumbs, addresses } }: { data: ContactData }) {
  const { parameters } = useShell();
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email, MESSAGING_USERNAME: messaging } = parameters;
  return (
    <div className="page">
      <PageTop crumbs={crumbs} title={title}>
        {intro && <p>{intro}</p>}
      </PageTop>
      {(phone || email || messaging) && (
        <dl className={css.reach}>
          {phone && (
            <div>
              <dt>{t('places.phone')}</dt>
              <dd>
                <a href={phoneHref(phone)}>{phone}</a>
              </dd>
            </div>
          )}
          {email && (
            <div>
              <dt>{t('places.email')}</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
          )}
          {messaging && (
            <div>
              <dt>{t('places.messaging')}</dt>
              <dd>{messaging}</dd>
            </div>
          )}
        </dl>
      )}
      {picture && <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" first />}
      {addresses.length === 0 && <p className={css.none}>{t('places.none')}</p>}
      <div className={css.addresses}>
        {addresses.map((address) => (
          <Address key={address.id} address={address} />
        ))}
      </div>
    </div>
  );
}
