/** Texts that replace each other, such as a text, its translation and the text shown again, are followed so far. */
const maxReplacements = 20;

/**
 * Keeps React's updates working while the browser translates the page. A translator replaces each text by a `<font>`,
 * but React still holds the text: removing it, or inserting before it, would throw and empty the screen (React issue
 * 11538), and a change of it would not be shown. Many of these texts belong to MUI and react-admin, so elements around
 * the texts of the panel's own components would not be enough.
 *
 * The patched methods use the node that stands where the text stood, and a text that React changes is put back, so that
 * the translator translates it again. Other calls, faulty ones too, stay as they are.
 */
export function followPageTranslation({ body }: Document): void {
  const replacements = new WeakMap<Node, ChildNode>();
  const known = new WeakSet<Node>();

  /** Returns `node`, or the first of the nodes that stand for it, that is in place. */
  const findInPlace = (node: Node, isInPlace: (place: Node) => boolean): Node | undefined => {
    let place: Node | undefined = node;
    for (let i = 0; place && i < maxReplacements; i++) {
      if (isInPlace(place)) return place;
      place = isTranslation(place.parentNode) ? place.parentNode : replacements.get(place);
    }
  };
  const putBack = (text: Node) => {
    if (text.parentNode || !replacements.has(text)) return;
    const place = findInPlace(text, ({ isConnected }) => isConnected);
    replacements.delete(text);
    if (place) (place as ChildNode).replaceWith(text);
  };
  const follow = (record: MutationRecord) => {
    if (record.type === 'characterData') return putBack(record.target);
    for (const removed of record.removedNodes) {
      const replacement = findReplacement(removed, record, known);
      if (!replacement) continue;
      replacements.set(removed, replacement);
      known.add(replacement);
      observer.observe(removed, { characterData: true });
    }
  };
  const observer = new MutationObserver((records) => records.forEach(follow));
  observer.observe(body, { childList: true, subtree: true });

  const findChild = (parent: Node, node: Node): Node => {
    if (node.parentNode === parent) return node;
    observer.takeRecords().forEach(follow);
    return findInPlace(node, ({ parentNode }) => parentNode === parent) ?? node;
  };

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild<T extends Node>(this: Node, child: T): T {
      removeChild.call(this, findChild(this, child));
      return child;
    },
    insertBefore<T extends Node>(this: Node, child: T, before: Node | null): T {
      putBack(child);
      return insertBefore.call(this, child, before && findChild(this, before)) as T;
    },
    appendChild<T extends Node>(this: Node, child: T): T {
      putBack(child);
      return appendChild.call(this, child) as T;
    },
  });
}

const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE;
const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** Translators replace a text in one step, or insert its translation beside it first. */
function findReplacement(
  removed: Node,
  { addedNodes, previousSibling, nextSibling }: MutationRecord,
  known: WeakSet<Node>,
): ChildNode | undefined {
  const isReplacement = isText(removed) ? isTranslation : isTranslation(removed) ? isText : () => false;
  return [...addedNodes, previousSibling, nextSibling].find(
    (node): node is Text | Element => isReplacement(node) && node !== null && !known.has(node),
  );
}
