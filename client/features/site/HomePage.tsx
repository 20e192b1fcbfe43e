import { type Config, configIn, numbersIn } from '#client/core/config-fields.ts';
import { winery } from '#client/core/estate-json-ld.ts';
import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import { cardView, type ProductCardView } from '#client/features/catalogue/card-view.ts';
import { type NewsTeaser, newsTeaser } from '#client/features/content/news-view.ts';
import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { Hero } from './Hero.tsx';
import { HomeDirections } from './home/HomeDirections.tsx';
import { HomeFeatured } from './home/HomeFeatured.tsx';
import { HomeNews } from './home/HomeNews.tsx';
import { HomeWordsSection } from './home/HomeWordsSection.tsx';
import { Landscape } from './home/Landscape.tsx';
import { type HomeWords, homeWords } from './home-view.ts';

interface HomeData {
  words: HomeWords;
  featured: ProductCardView[];
  news: NewsTeaser[];
}

/** How many wines and news the home page shows. */
const shown = 3;

/** What is read, or `undefined` where the site has no such thing. */
async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isReadFailure(error) && error.status === 404) return undefined;
    throw error;
  }
}

/** The products that the estate chose, in its order; those that it promotes where it chose none. */
async function featuredProducts(read: LoaderArgs['read'], config: Config | undefined): Promise<Product[]> {
  const chosen = numbersIn(configIn(config, 'featured'), 'products').slice(0, shown);
  if (chosen.length === 0) return (await read('GET /product', { query: { promoted: 'true', nbItem: shown } })).products;
  const found = await Promise.all(chosen.map((id) => ifPresent(read('GET /product/{id}', { params: { id } }))));
  return found.flatMap((answer) => answer?.product ?? []);
}

export const loader: PageLoader<HomeData> = async (args) => {
  const { read, entry, site } = args;
  const config = (await ifPresent(read('GET /component/conf/{slug}', { params: { slug: 'home' } })))?.config;
  const [products, { awards }, { news }] = await Promise.all([
    featuredProducts(read, config),
    read('GET /award'),
    read('GET /news', { query: { promoted: 'true', nbItem: shown } }),
  ]);
  const words = homeWords(config, site.name);
  return {
    status: 200,
    data: {
      words,
      featured: products.map((product) => cardView(product, awards)),
      news: news.map((item) => newsTeaser(item, args)),
    },
    head: {
      title: entry?.title ?? site.name,
      description: entry?.description || words.hero.sentence,
      image: words.hero.picture,
      jsonLd: import.meta.env.SSR
        ? [
            winery(args, words.hero.picture?.url),
            { '@type': 'WebSite', '@id': `${site.origin}/#site`, name: site.name, url: `${site.origin}/` },
          ]
        : [],
    },
  };
};

/** The estate's front door. */
export function Page({ data: { words, featured, news } }: { data: HomeData }) {
  const { hero, landscape } = words;
  return (
    <>
      <Hero picture={hero.picture} title={hero.title} sentence={hero.sentence} tall />
      <HomeWordsSection {...words.words} />
      <HomeFeatured title={words.featuredTitle} cards={featured} />
      {landscape.picture && <Landscape picture={landscape.picture} caption={landscape.caption} />}
      <HomeNews title={words.newsTitle} news={news} />
      <HomeDirections {...words.directions} />
    </>
  );
}
