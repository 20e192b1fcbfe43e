import { type Config, configIn, type PictureData, pictureIn, textIn, textsIn } from '#client/core/config-fields.ts';

/** What the estate wrote for its home page, as the page shows it; what it left out is empty. */
export interface HomeWords {
  hero: { picture: PictureData | null; title: string; sentence: string };
  words: { title: string; paragraphs: string[]; signature: string; picture: PictureData | null };
  featuredTitle: string;
  landscape: { picture: PictureData | null; caption: string };
  newsTitle: string;
  directions: {
    title: string;
    paragraphs: string[];
    link: { label: string; url: string };
    picture: PictureData | null;
  };
}

/** Reads the configuration `home`. */
export function homeWords(config: Config | undefined, estate: string): HomeWords {
  const [hero, words, landscape, directions] = ['hero', 'words', 'landscape', 'directions'].map((part) =>
    configIn(config, part),
  );
  const link = configIn(directions, 'link');
  return {
    hero: {
      picture: pictureIn(hero, 'image'),
      title: textIn(hero, 'title') || estate,
      sentence: textIn(hero, 'sentence'),
    },
    words: {
      title: textIn(words, 'title'),
      paragraphs: textsIn(words, 'paragraphs'),
      signature: textIn(words, 'signature'),
      picture: pictureIn(words, 'image'),
    },
    featuredTitle: textIn(configIn(config, 'featured'), 'title'),
    landscape: { picture: pictureIn(landscape, 'image'), caption: textIn(landscape, 'caption') },
    newsTitle: textIn(configIn(config, 'news'), 'title'),
    directions: {
      title: textIn(directions, 'title'),
      paragraphs: textsIn(directions, 'paragraphs'),
      link: { label: textIn(link, 'label'), url: textIn(link, 'url') },
      picture: pictureIn(directions, 'image'),
    },
  };
}
