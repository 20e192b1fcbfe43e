import type { LabelArt } from './decal.ts';
import { drawGrapeBunch, drawVineLeaf } from './grapes.ts';
import type { EstateBrandStyle, LabelText } from './estate-brand-style.ts';
import {
  createArchLabelOutline,
  drawSpacedCapitals,
  drawCuveeName,
  drawEstateName,
  drawLabelFooter,
  drawItalicText,
  createNotchedLabelOutline,
  createOvalLabelOutline,
  createRectangleLabelOutline,
  drawRule,
  strokePath,
} from './label.ts';
import { drawArcTextLine, drawFittedTextLine, drawTextLine } from './type.ts';

const WHITE = '#fff';
const BLACK = '#000';

/** Draws a Pineau label: tall, with notched corners, a double frame and grapes between two leaves. */
export function drawPineauLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [78, 112];
  const x = w / 2;
  const isOld = Boolean(text.note);
  return {
    width: w,
    height: h,
    outline: createNotchedLabelOutline(w, h, 6),
    paper: isOld ? '#efe0b8' : house.paper,
    metal: house.metal,
    ink:
      `<path d="${createNotchedLabelOutline(w, h, 6, 2.2)}" fill="none" stroke="${text.tone}" stroke-width="1.3"/>` +
      `<path d="${createNotchedLabelOutline(w, h, 6, 4.6)}" fill="none" stroke="${house.ink}" stroke-width=".25"/>` +
      drawVineLeaf(x - 7, 23, 15, -68, house.main, house.paper) +
      drawVineLeaf(x + 7, 23, 15, 68, house.main, house.paper) +
      drawGrapeBunch(x, 12, 25, text.tone, house.paper) +
      drawEstateName(house, x, 52, 11, house.main, 62) +
      drawCuveeName(house, { ...text, cuvee: 'Pineau' }, x, 71, 11, house.ink, 60) +
      drawSpacedCapitals(house, 'des Charentes', x, 77.6, 2.7, house.ink, 50) +
      drawItalicText(text.cuvee ?? text.name, x, 86.6, 7.6, text.tone, 58) +
      (text.note
        ? drawFittedTextLine(
            text.note,
            x,
            94.6,
            { face: house.cuveeFace, size: 5.4, tracking: 120, fill: house.ink },
            50,
          )
        : '') +
      drawSpacedCapitals(house, text.appellation, x, isOld ? 99.8 : 97.2, 1.75, house.ink, 54) +
      drawLabelFooter(house, text, w, 104.2, house.ink, 10, 2.1),
    foil: strokePath(createNotchedLabelOutline(w, h, 6, 3.6), WHITE, 0.35) + drawRule(x, 57.6, 24, WHITE),
  };
}

interface SpiritStyle {
  width: number;
  height: number;
  cut: 'plain' | 'notched' | 'oval' | 'arch';
  isDark: boolean;
}

function die(style: SpiritStyle, inset = 0): string {
  const { width: w, height: h } = style;
  if (style.cut === 'oval') return createOvalLabelOutline(w, h, inset);
  if (style.cut === 'arch') return createArchLabelOutline(w, h, inset);
  if (style.cut === 'notched') return createNotchedLabelOutline(w, h, 4, inset);
  return inset ? `M${inset} ${inset}H${w - inset}V${h - inset}H${inset}Z` : createRectangleLabelOutline(w, h);
}

/** Draws a cognac label: the age is set large, and older cognacs have less paper and more gold. */
export function drawCognacLabel(house: EstateBrandStyle, text: LabelText, style: SpiritStyle): LabelArt {
  const { width: w, height: h } = style;
  const x = w / 2;
  const ink = style.isDark ? house.paper : house.ink;
  const isRound = style.cut === 'oval' || style.cut === 'arch';
  const k = h / 62;
  const maxWidth = isRound ? w * 0.66 : w - 16;
  const big = drawFittedTextLine(
    text.name.toLocaleUpperCase('fr'),
    x,
    41 * k,
    { face: house.cuveeFace, size: 15 * k, tracking: 110, fill: style.isDark ? WHITE : text.tone },
    maxWidth,
  );
  const frames = strokePath(die(style, 1.8), WHITE, 0.5) + strokePath(die(style, 3), WHITE, 0.2);
  const mark = house.mark(x, (isRound ? 11 : 9.6) * k, 11 * k, WHITE, BLACK);
  return {
    width: w,
    height: h,
    outline: die(style),
    paper: style.isDark ? text.tone : '#f6ebcd',
    metal: house.metal,
    ink:
      drawEstateName(house, x, 24 * k, 8.4 * k, ink, maxWidth) +
      (style.isDark ? '' : big) +
      (text.cuvee ? drawItalicText(text.cuvee, x, 48.4 * k, 5 * k, ink, maxWidth) : '') +
      drawSpacedCapitals(
        house,
        text.appellation,
        x,
        (text.cuvee ? 53.4 : 49) * k,
        1.9 * k,
        ink,
        isRound ? w * 0.5 : maxWidth,
      ) +
      (isRound
        ? drawFittedTextLine(
            [text.volume, text.degree].join('   ·   '),
            x,
            57.6 * k,
            { face: house.sans, size: 1.8 * k, tracking: 40, fill: ink },
            w * 0.4,
          )
        : drawLabelFooter(house, text, w, 57 * k, ink, 7, 2 * k)),
    foil: frames + mark + (style.isDark ? big : '') + drawRule(x, 28 * k, Math.min(24, maxWidth * 0.4), WHITE),
  };
}

/** Draws the label of the family reserve: a medallion with the text set around the tree. */
export function drawMedallionLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const s = 66;
  const x = s / 2;
  return {
    width: s,
    height: s,
    outline: createOvalLabelOutline(s, s),
    paper: text.tone,
    metal: house.metal,
    ink: drawArcTextLine(
      text.volume,
      x,
      x,
      24.8,
      { face: house.sans, size: 2.3, tracking: 60, fill: house.paper },
      true,
    ),
    foil:
      strokePath(createOvalLabelOutline(s, s, 1.6), WHITE, 0.9) +
      strokePath(createOvalLabelOutline(s, s, 10.4), WHITE, 0.3) +
      drawArcTextLine(text.cuvee ?? '', x, x, 24.9, { face: house.cuveeFace, size: 5, tracking: 90, fill: WHITE }) +
      house.tree(x, 39.5, 20, WHITE, BLACK) +
      drawEstateName(house, x, 47.6, 5.2, WHITE, 29),
  };
}

/** Draws the name and small print under a medallion. */
export function drawLabelBelowMedallion(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [70, 17];
  const x = w / 2;
  return {
    width: w,
    height: h,
    outline: createNotchedLabelOutline(w, h, 3),
    paper: '#f6ebcd',
    metal: house.metal,
    ink:
      drawSpacedCapitals(house, text.name, x, 7, 3.2, house.ink, 50) +
      drawSpacedCapitals(house, text.appellation, x, 11, 1.7, house.ink, 52) +
      drawTextLine(text.degree ?? '', x, 14.4, { face: house.sans, size: 1.8, tracking: 40, fill: house.ink }),
    foil: strokePath(createNotchedLabelOutline(w, h, 3, 1.1), WHITE, 0.35),
  };
}

/** Draws a juice label: one plain colour and a bunch of grapes, without gold. */
export function drawJuiceLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [86, 112];
  const x = w / 2;
  return {
    width: w,
    height: h,
    outline: createRectangleLabelOutline(w, h),
    paper: '#fdf8ea',
    ink:
      `<path d="M0 0H${w}V62H0Z" fill="${text.tone}"/>` +
      drawVineLeaf(x - 8, 25, 23, -64, house.main, text.tone) +
      drawVineLeaf(x + 8, 25, 23, 64, house.main, text.tone) +
      drawGrapeBunch(x, 13, 40, house.paper, text.tone) +
      drawSpacedCapitals(house, text.name, x, 73.4, 3.1, house.ink, 68) +
      drawFittedTextLine(
        text.cuvee ?? '',
        x,
        88.6,
        { face: house.nameFace, size: 17 * house.nameScale, fill: house.main },
        62,
      ) +
      drawItalicText(text.note ?? '', x, 98.6, 4.6, house.ink, 64) +
      drawSpacedCapitals(house, house.estate, x, 106, 2, house.ink, 46) +
      drawLabelFooter(house, { ...text, degree: undefined }, w, 106, house.ink, 7, 2.5),
  };
}
