import { Parser } from 'htmlparser2';
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';

type Attributes = Record<string, string>;

interface SvgElement {
  name: string;
  attributes: Attributes;
  parent: SvgElement | null;
}

/** The parts of a selector such as `g > .st0`, from right to left: each element, and how far its ancestor may be. */
interface CompoundSelector {
  name: string | null;
  id: string | null;
  classes: string[];
  isRoot: boolean;
  /** True if the compound on the left matches the parent, false for any ancestor. */
  isChild: boolean;
}

interface StyleRule {
  selector: CompoundSelector[];
  specificity: number;
  declarations: Declaration[];
}

interface SvgStyles {
  /** The properties of each element, in the order of the opening tags. */
  properties: Attributes[];
  /** False if a rule could not be understood, so that the drawing may look different. */
  isComplete: boolean;
}

/**
 * Computes the properties that style sheets and `style` attributes give to the elements of an SVG, as CSS does: by
 * importance, specificity and order. They can replace presentation attributes, over which they take precedence.
 * @throws what `onElement` throws, which is called for each opening tag.
 */
export function computeSvgStyles(svg: string, onElement: (isClosing: boolean) => void): SvgStyles {
  const { elements, styleSheets } = parseElements(svg, onElement);
  const state = { isComplete: true };
  const rules = styleSheets.flatMap((sheet) => parseStyleSheet(sheet, state));
  const sorted = rules
    .map((rule, order) => ({ ...rule, order }))
    .sort((a, b) => a.specificity - b.specificity || a.order - b.order);
  const properties = elements.map((element) => {
    const own = parseDeclarations(element.attributes.style ?? '', state);
    if (own.length === 0 && sorted.length === 0) return {};
    const declarations = [
      ...sorted.flatMap((rule) => (matches(element, rule.selector) ? rule.declarations : [])),
      ...own,
    ];
    return cascade(declarations, state);
  });
  return { properties, isComplete: state.isComplete };
}

function parseElements(svg: string, onElement: (isClosing: boolean) => void) {
  const elements: SvgElement[] = [];
  const styleSheets: string[] = [];
  let open: SvgElement | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        onElement(false);
        open = { name, attributes, parent: open };
        elements.push(open);
        if (name === 'style') styleSheets.push('');
      },
      ontext(text) {
        if (open?.name === 'style') styleSheets.push((styleSheets.pop() ?? '') + text);
      },
      onclosetag() {
        onElement(true);
        open = open?.parent ?? null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(svg);
  return { elements, styleSheets };
}

/** At-rules that do not change a drawing. */
const harmlessAtRules: ReadonlySet<string> = new Set(['charset', 'namespace']);
const appliedMedia: ReadonlySet<string> = new Set(['all', 'screen']);
/** Pseudo-classes that do not match while a picture is only shown. */
const interactivePseudoClass = /:(?:hover|focus|active|visited|focus-within|focus-visible)\b/;

function parseStyleSheet(text: string, state: { isComplete: boolean }): StyleRule[] {
  const readNode = (node: postcss.ChildNode): StyleRule[] => {
    if (node.type === 'rule') return readRule(node, state);
    if (node.type !== 'atrule' || harmlessAtRules.has(node.name)) return [];
    const isApplied = node.name === 'media' && appliedMedia.has(node.params.trim().toLowerCase());
    if (isApplied) return ((node as AtRule).nodes ?? []).flatMap(readNode);
    // A print style sheet does not concern the screen.
    if (!(node.name === 'media' && /^print$/i.test(node.params.trim()))) state.isComplete = false;
    return [];
  };
  try {
    return postcss.parse(text).nodes.flatMap(readNode);
  } catch {
    state.isComplete = false;
    return [];
  }
}

function readRule(rule: Rule, state: { isComplete: boolean }): StyleRule[] {
  const declarations = rule.nodes.filter((node) => node.type === 'decl');
  if (rule.nodes.some((node) => node.type === 'rule' || node.type === 'atrule')) state.isComplete = false;
  return rule.selectors.flatMap((text) => {
    const selector = parseSelector(text);
    if (selector) return [{ selector, specificity: specificityOf(selector), declarations }];
    if (!interactivePseudoClass.test(text)) state.isComplete = false;
    return [];
  });
}

const identifier = '[\\w\\u0080-\\uffff-]+';
const compoundPattern = new RegExp(`^(\\*|${identifier})?((?:[.#]${identifier})*)(:root)?$`);

/** Parses a selector of names, classes and ids with descendants and children. Returns null for all others. */
function parseSelector(text: string): CompoundSelector[] | null {
  const compounds: CompoundSelector[] = [];
  let isChild = false;
  for (const part of text.trim().replaceAll('>', ' > ').split(/\s+/)) {
    if (part === '>') {
      if (isChild || compounds.length === 0) return null;
      isChild = true;
      continue;
    }
    const match = compoundPattern.exec(part);
    if (!match || part === '') return null;
    const marks = match[2]?.match(new RegExp(`[.#]${identifier}`, 'g')) ?? [];
    const classes = marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1));
    const [id = null, second] = marks.filter((mark) => mark.startsWith('#')).map((mark) => mark.slice(1));
    if (second !== undefined) return null;
    const name = match[1] === undefined || match[1] === '*' ? null : match[1];
    compounds.unshift({ name, id, classes, isRoot: match[3] !== undefined, isChild });
    isChild = false;
  }
  return isChild || compounds.length === 0 ? null : compounds;
}

const specificityOf = (selector: readonly CompoundSelector[]): number =>
  selector.reduce(
    (sum, { name, id, classes, isRoot }) =>
      sum + (id === null ? 0 : 1_000_000) + (classes.length + Number(isRoot)) * 1_000 + (name === null ? 0 : 1),
    0,
  );

function matches(element: SvgElement, [first, ...rest]: readonly CompoundSelector[]): boolean {
  if (!first || !matchesCompound(element, first)) return false;
  if (rest.length === 0) return true;
  for (let ancestor = element.parent; ancestor; ancestor = ancestor.parent) {
    if (matches(ancestor, rest)) return true;
    if (first.isChild) return false;
  }
  return false;
}

function matchesCompound({ name, attributes, parent }: SvgElement, compound: CompoundSelector): boolean {
  if (compound.name !== null && compound.name !== name) return false;
  if (compound.id !== null && compound.id !== attributes.id) return false;
  if (compound.isRoot && parent !== null) return false;
  if (compound.classes.length === 0) return true;
  const classes = (attributes.class ?? '').split(/\s+/);
  return compound.classes.every((each) => classes.includes(each));
}

function parseDeclarations(style: string, state: { isComplete: boolean }): Declaration[] {
  if (style.trim() === '') return [];
  try {
    const { nodes } = postcss.parse(style);
    if (nodes.some((node) => node.type === 'rule' || node.type === 'atrule')) state.isComplete = false;
    return nodes.filter((node) => node.type === 'decl');
  } catch {
    state.isComplete = false;
    return [];
  }
}

/** Applies declarations in ascending precedence; important ones take precedence over all others. */
function cascade(declarations: readonly Declaration[], state: { isComplete: boolean }): Attributes {
  const properties: Attributes = {};
  for (const isImportant of [false, true])
    for (const declaration of declarations)
      if (Boolean(declaration.important) === isImportant)
        for (const [name, value] of expandShorthand(declaration)) {
          const attribute = toAttributeValue(name, value);
          if (attribute === null) state.isComplete = false;
          else properties[name] = attribute;
        }
  return properties;
}

/** Splits a font such as `italic bold 12px/1.5 Arial` at the size, after which the family follows. */
function parseFont(value: string): { style: string; weight: string; size: string; family: string } | null {
  const words = value.trim().split(/\s+/);
  const style = /^(?:italic|oblique|normal)$/i.test(words[0] ?? '') ? words.shift() : undefined;
  const weight = /^(?:bold|bolder|lighter|normal|[1-9]00)$/i.test(words[0] ?? '') ? words.shift() : undefined;
  const [size = ''] = words.shift()?.split('/') ?? [];
  if (!/^[\d.]+[a-z%]*$/i.test(size) || words.length === 0) return null;
  return { style: style ?? 'normal', weight: weight ?? 'normal', size, family: words.join(' ') };
}

function expandShorthand({ prop, value }: Declaration): [name: string, value: string][] {
  const name = prop.toLowerCase();
  if (name === 'marker') return ['marker-start', 'marker-mid', 'marker-end'].map((each) => [each, value]);
  if (name !== 'font') return [[name, value]];
  const font = parseFont(value);
  if (!font) return [[name, value]];
  return [
    ['font-style', font.style],
    ['font-weight', font.weight],
    ['font-size', font.size],
    ['font-family', font.family],
  ];
}

/** Converts a value of CSS to that of an attribute. Returns null if an attribute cannot have it. */
function toAttributeValue(name: string, value: string): string | null {
  if (/\b(?:var|calc|env|attr)\(/i.test(value) || (name === 'font' && value !== 'inherit')) return null;
  if (name === 'd') return /^path\(\s*(["'])([^"']*)\1\s*\)$/i.exec(value)?.[2] ?? null;
  if (name === 'transform') return toTransformAttribute(value);
  return value;
}

const degreesPerUnit: Record<string, number> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };

/** Converts transform functions of CSS to those of the attribute, which have numbers without units. */
function toTransformAttribute(value: string): string | null {
  if (/^none$/i.test(value.trim())) return '';
  let isKnown = true;
  const converted = value.replace(/\b([a-z]\w*)\(([^()]*)\)/gi, (_, name: string, list: string) => {
    const numbers = list.split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [toPlainNumber(part)]));
    if (numbers.includes(null)) isKnown = false;
    const [first = null] = numbers;
    const axis = /^(translate|scale|skew)([XY])$/i.exec(name);
    if (axis && !/^skew/i.test(name)) {
      const neutral = /^scale/i.test(name) ? 1 : 0;
      const pair = axis[2]?.toUpperCase() === 'X' ? [first, neutral] : [neutral, first];
      return `${axis[1]?.toLowerCase()}(${pair.join(' ')})`;
    }
    if (!/^(?:matrix|translate|scale|rotate|skew[XY])$/i.test(name)) isKnown = false;
    return `${name}(${numbers.join(' ')})`;
  });
  return isKnown ? converted : null;
}

function toPlainNumber(text: string): number | null {
  const [, number = '', unit = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text) ?? [];
  if (number === '') return null;
  if (unit === '' || unit.toLowerCase() === 'px') return Number(number);
  const factor = degreesPerUnit[unit.toLowerCase()];
  return factor === undefined ? null : Number(number) * factor;
}
