import type { LabelArt } from './decal.ts';
import type { EstateBrandStyle, LabelText } from './estate-brand-style.ts';
import {
  createArchLabelOutline,
  drawSpacedCapitals,
  drawCuveeName,
  drawEstateName,
  drawLabelFooter,
  drawItalicText,
  createOvalLabelOutline,
  createRectangleLabelOutline,
  drawRule,
  strokePath,
} from './label.ts';
import { drawFittedTextLine, drawTextLine } from './type.ts';

const WHITE = '#fff';

/** Draws the label of still white wines: an engraved tree on laid paper with a gold hairline. */
export function drawWhiteWineLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [84, 104];
  const x = w / 2;
  return {
    width: w,
    height: h,
    outline: createRectangleLabelOutline(w, h),
    paper: house.paper,
    metal: house.metal,
    ink:
      `<path d="M0 ${h - 3.4}H${w}V${h}H0Z" fill="${text.tone}"/>` +
      drawSpacedCapitals(house, house.bottled, x, h - 1.1, 1.5, house.paper, 60) +
      house.tree(x, 37, 33, house.ink, house.paper) +
      drawEstateName(house, x, 54.5, 12, house.main, 70) +
      drawCuveeName(house, text, x, 72, 7.4, house.ink, 68) +
      drawItalicText(text.cuvee ? text.name : (text.note ?? ''), x, 79.6, 5, text.tone, 60) +
      drawSpacedCapitals(house, text.appellation, x, 86.4, 2.3, house.ink, 60) +
      (text.vintage
        ? drawTextLine(text.vintage, x, 95.4, { face: house.cuveeFace, size: 6.2, tracking: 120, fill: house.ink })
        : '') +
      drawLabelFooter(house, text, w, 95, house.ink, 7.5, 2.3),
    foil: strokePath(`M3 3H${w - 3}V${h - 6.4}H3Z`, WHITE, 0.35) + drawRule(x, 60, 26, WHITE),
  };
}

/** Draws the label of red wines: a dark upper part with a gold emblem, the text on paper below. */
export function drawRedWineLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [84, 106];
  const x = w / 2;
  return {
    width: w,
    height: h,
    outline: createRectangleLabelOutline(w, h),
    paper: house.paper,
    metal: house.metal,
    ink:
      `<path d="M0 0H${w}V40H0Z" fill="${text.tone}"/>` +
      drawEstateName(house, x, 57, 12.4, house.ink, 72) +
      drawCuveeName(house, text, x, 75, 7.4, text.tone, 70) +
      drawItalicText(text.cuvee ? text.name : (text.note ?? ''), x, 82.6, 5, house.ink, 60) +
      drawSpacedCapitals(house, text.appellation, x, 89.2, 2.3, house.ink, 60) +
      (text.vintage
        ? drawTextLine(text.vintage, x, 99.6, { face: house.cuveeFace, size: 6.4, tracking: 120, fill: house.ink })
        : '') +
      drawLabelFooter(house, text, w, 99.2, house.ink, 7.5, 2.3),
    foil:
      house.sprig(x, 21, 27, WHITE, '#000') +
      strokePath(`M3 3H${w - 3}V37H3Z`, WHITE, 0.35) +
      `<path d="M0 40H${w}V40.9H0Z" fill="${WHITE}"/>` +
      drawRule(x, 62.6, 26, WHITE),
  };
}

/** Draws the label of prestige wines: dark paper with gold foil. */
export function drawPrestigeLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [84, 104];
  const x = w / 2;
  return {
    width: w,
    height: h,
    outline: createRectangleLabelOutline(w, h),
    paper: text.tone,
    metal: house.metal,
    ink:
      drawSpacedCapitals(house, text.appellation, x, 88.6, 2.3, house.paper, 60) +
      drawItalicText(text.cuvee ? text.name : (text.note ?? ''), x, 81.6, 5.2, house.paper, 60) +
      drawLabelFooter(house, text, w, 97.6, house.paper, 7.5, 2.3) +
      (text.vintage
        ? drawTextLine(text.vintage, x, 98, { face: house.cuveeFace, size: 6.4, tracking: 120, fill: house.paper })
        : ''),
    foil:
      house.tree(x, 39, 36, WHITE, '#000') +
      drawEstateName(house, x, 56.5, 12.4, WHITE, 72) +
      drawRule(x, 61.6, 26, WHITE) +
      drawCuveeName(house, text, x, 74, 7.6, WHITE, 70) +
      strokePath(`M3 3H${w - 3}V${h - 3}H3Z`, WHITE, 0.45) +
      strokePath(`M4.2 4.2H${w - 4.2}V${h - 4.2}H4.2Z`, WHITE, 0.18),
  };
}

/** Draws the label of rosé wines: an arched window onto a low sun over rows of vines. */
export function drawRoseWineLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [68, 108];
  const x = w / 2;
  const rows = Array.from({ length: 9 }, (_, i) => {
    const t = i - 4;
    return `M${x + t * 1.6} 40L${x + t * 12 - 1.3} 57H${x + t * 12 + 1.3}Z`;
  }).join('');
  return {
    width: w,
    height: h,
    outline: createArchLabelOutline(w, h),
    paper: '#fdf8ee',
    metal: house.metal,
    ink:
      `<clipPath id="window"><path d="M5 57V34A29 29 0 0 1 63 34V57Z"/></clipPath><g clip-path="url(#window)">` +
      `<path d="M0 0H${w}V60H0Z" fill="${text.tone}" opacity=".26"/><circle cx="${x}" cy="35" r="14" fill="${text.tone}"/>` +
      `<path d="M0 41C14 34 24 38 34 39.4C46 41 54 35 68 38V60H0Z" fill="${house.main}"/><path d="${rows}" fill="#fdf8ee" opacity=".85"/></g>` +
      drawEstateName(house, x, 69.5, 10.6, house.main, 58) +
      drawCuveeName(house, text, x, 84, 7.4, house.ink, 54) +
      drawItalicText(text.cuvee ? text.name : (text.note ?? ''), x, 91, 4.6, text.tone, 50) +
      drawSpacedCapitals(house, text.appellation, x, 96.6, 2, house.ink, 50) +
      (text.vintage
        ? drawTextLine(text.vintage, x, 104, { face: house.cuveeFace, size: 4.8, tracking: 120, fill: house.ink })
        : '') +
      drawTextLine(text.volume, 6, 103.6, {
        face: house.sans,
        size: 2,
        tracking: 30,
        anchor: 'start',
        fill: house.ink,
      }) +
      (text.degree
        ? drawTextLine(text.degree, w - 6, 103.6, {
            face: house.sans,
            size: 2,
            tracking: 30,
            anchor: 'end',
            fill: house.ink,
          })
        : ''),
    foil: strokePath(`M5 57V34A29 29 0 0 1 63 34V57Z`, WHITE, 0.5) + drawRule(x, 74, 20, WHITE),
  };
}

/** Draws the label of sparkling wines: an oval crest with grapes and the cuvée's name across it. */
export function drawSparklingWineLabel(house: EstateBrandStyle, text: LabelText): LabelArt {
  const [w, h] = [92, 80];
  const x = w / 2;
  const dark = text.tone;
  return {
    width: w,
    height: h,
    outline: createOvalLabelOutline(w, h),
    paper: house.paper,
    metal: house.metal,
    ink:
      `<path d="${createOvalLabelOutline(w, h, 3.4)}" fill="none" stroke="${dark}" stroke-width="1.6"/>` +
      house.sprig(x, 14.6, 15, dark, house.paper) +
      drawEstateName(house, x, 34, 11, house.main, 66) +
      drawCuveeName(house, text, x, 50, 8.4, house.ink, 74) +
      drawItalicText(text.note ?? '', x, 58, 5, dark, 60) +
      drawSpacedCapitals(house, text.appellation, x, 63.8, 2, house.ink, 52) +
      drawFittedTextLine(
        [text.volume, text.degree].filter(Boolean).join('   ·   '),
        x,
        69.6,
        { face: house.sans, size: 2.1, tracking: 40, fill: house.ink },
        40,
      ),
    foil:
      strokePath(createOvalLabelOutline(w, h, 1.4), WHITE, 1) +
      strokePath(createOvalLabelOutline(w, h, 5.2), WHITE, 0.3) +
      drawRule(x, 39.6, 26, WHITE),
  };
}

/** Draws the band around a bottle's neck; if `isBare`, only the estate's mark, for printing on a capsule. */
export function drawBottleCollarLabel(
  house: EstateBrandStyle,
  width: number,
  height: number,
  paper: string,
  isBare = false,
): LabelArt {
  const x = width / 2;
  const size = height * (isBare ? 0.8 : 0.62);
  const mark = house.mark(x, height / 2 + height * 0.02, size, WHITE, '#000');
  return {
    width,
    height,
    outline: isBare ? '' : createRectangleLabelOutline(width, height),
    paper,
    metal: house.metal,
    ink: isBare ? house.mark(x, height / 2 + height * 0.02, size, '#c9a04a', paper) : '',
    foil: isBare ? mark : strokePath(`M-1 1H${width + 1}M-1 ${height - 1}H${width + 1}`, WHITE, 0.5) + mark,
  };
}

/** Draws a foil line around the whole bottle. */
export function drawFoilHairlineLabel(house: EstateBrandStyle, width: number): LabelArt {
  const d = `M0 .5H${width}M0 1.7H${width}`;
  return {
    width,
    height: 2.2,
    outline: '',
    paper: '#000',
    metal: house.metal,
    ink: strokePath(d, '#c9a04a', 0.4),
    foil: strokePath(d, WHITE, 0.4),
  };
}
