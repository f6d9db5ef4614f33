import { logoTexts } from '#domain/logo.ts';
import { refusedSetting } from '#server/http/refusal.ts';

/** The elements of a plain picture. Those that repeat or load another one are not among them. */
const elements = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
);

/** Notes of the program that made the file. They are left out. */
const notes = new Set(['title', 'desc', 'metadata']);

/** Without dashes, since a browser counts those of a long line for minutes. */
const attributes = new Set(
  (
    'id viewBox preserveAspectRatio d points x y x1 y1 x2 y2 width height cx cy r rx ry fx fy offset transform ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit opacity color display visibility clip-path clip-rule ' +
    'clipPathUnits gradientUnits gradientTransform spreadMethod stop-color stop-opacity'
  ).split(' '),
);

/** One piece of a file: note, end, beginning or text. Anything else, such as an entity or a script's CDATA, does not match. */
const piece =
  /<!--[\s\S]*?-->|<\?xml[^>]*\?>|<!DOCTYPE\s+svg[^<>[\]]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Numbers, names, colours and functions, of which `url` may only name a part of the same file. No entity is in what is written. */
const plainValue = /^[\w\s.,#%()+-]*$/;
const partOfFile = /url\(#[\w.-]+\)/g;

/**
 * The parts that take a browser long: numbers of outlines with a stroke; stops of gradients, and gradients that continue others; and
 * numbers of the parts of clip paths, all of which it draws for each element that they clip. `clips` bounds their product.
 */
const most = { strokes: 8_000, stops: 200, continued: 50, parts: 2_500, clipped: 100 } as const;
const bounds = { depth: 50, elements: 5_000, size: 10_000, clips: 25_000 } as const;
/** A shape without a list of points counts as this many numbers. */
const plainShape = 25;

/** The picture, written again from allowed elements and attributes. Throws 400. */
export function cleanSvg(file: Buffer): string {
  const text = textOf(file);
  const written: string[] = [];
  /** The open elements; null for those that are left out. */
  const open: (string | null)[] = [];
  /** Whether what is in each of them has a stroke. */
  const strokes: boolean[] = [];
  const counts = { elements: 0, strokes: 0, stops: 0, continued: 0, parts: 0, clipped: 0 };
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const [, end, name, fields = '', closed, between] = piece.exec(text) ?? refuse(logoTexts.uncommonSvg);
    const isLeftOut = open.at(-1) === null;
    if (between !== undefined && between.trim() !== '' && !isLeftOut) refuse(logoTexts.uncommonSvg);
    if (end !== undefined) {
      const begun = open.pop();
      strokes.pop();
      if (begun === undefined || (begun !== null && begun !== end)) refuse(logoTexts.uncommonSvg);
      if (begun) written.push(`</${begun}>`);
    }
    if (name === undefined) continue;
    counts.elements += 1;
    if (counts.elements > bounds.elements || open.length >= bounds.depth) refuse(logoTexts.uncommonSvg);
    if (open.length === 0 && (written.length > 0 || name !== 'svg')) refuse(logoTexts.uncommonSvg);
    const kept = isLeftOut || notes.has(name) || name.includes(':') ? null : name;
    const given = kept === null ? new Map<string, string>() : fieldsOf(kept, fields, open);
    const stroke = given.get('stroke');
    const isStroked = stroke === undefined ? strokes.at(-1) === true : stroke.trim() !== 'none';
    if (kept !== null) {
      written.push(
        `<${kept}${[...given].map(([field, value]) => ` ${field}="${value}"`).join('')}${closed}>`,
      );
      const numbers = given.get('d') ?? given.get('points') ?? '';
      const length = Math.max(plainShape, numbers.match(/\d+/g)?.length ?? 0);
      if (open.includes('clipPath')) counts.parts += length;
      if (given.has('clip-path')) counts.clipped += 1;
      if (isStroked) counts.strokes += length;
      if (kept === 'stop') counts.stops += 1;
      if (given.has('href')) counts.continued += 1;
      const isTooMuch = (Object.keys(most) as (keyof typeof most)[]).some(
        (each) => counts[each] > most[each],
      );
      if (isTooMuch || counts.parts * counts.clipped > bounds.clips) refuse(logoTexts.tooMuch);
    }
    if (closed) continue;
    open.push(kept);
    strokes.push(isStroked);
  }
  if (open.length > 0 || written.length === 0) refuse(logoTexts.uncommonSvg);
  return written.join('');
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file).trim();
  } catch {
    return refuse(logoTexts.uncommonSvg);
  }
}

function fieldsOf(element: string, text: string, open: readonly (string | null)[]): Map<string, string> {
  if (!elements.has(element) || (element === 'svg' && open.length > 0)) refuse(logoTexts.element(element));
  const found = [...text.matchAll(attribute)].flatMap(([, name = '', double, single = '']) => {
    const value = double ?? single;
    return name === 'style' ? declarations(value) : [[name, value] as const];
  });
  const fields = new Map<string, string>();
  for (const [name, value] of found) {
    if (/^on/i.test(name)) refuse(logoTexts.attribute(name));
    // A gradient may continue another one.
    const isContinued = element.endsWith('Gradient') && /^#[\w.-]+$/.test(value);
    if (/(^|:)href$/.test(name)) fields.set('href', isContinued ? value : refuse(logoTexts.attribute(name)));
    else if (attributes.has(name))
      fields.set(name, checked(name, value, [...open, element].includes('clipPath')));
  }
  return element === 'svg' ? inBox(fields) : fields;
}

function declarations(style: string): (readonly [string, string])[] {
  return style.split(';').map((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    return [name.trim(), value.join(':').trim()];
  });
}

/** A clip path in a clip path could multiply without end. */
function checked(name: string, value: string, isClip: boolean): string {
  const rest = isClip ? value : value.replaceAll(partOfFile, '');
  if (!plainValue.test(rest) || /url/i.test(rest)) refuse(logoTexts.attribute(name));
  return value;
}

/** The page decides how large the picture is; its box says what is seen of it. */
function inBox(fields: Map<string, string>): Map<string, string> {
  const [width = '', height = ''] = [fields.get('width'), fields.get('height')];
  const box = fields.get('viewBox') ?? `0 0 ${Number.parseFloat(width)} ${Number.parseFloat(height)}`;
  const numbers = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const sizes = [...numbers.slice(2), Number.parseFloat(width) || 1, Number.parseFloat(height) || 1];
  if (numbers.length !== 4 || !sizes.every((size) => size > 0)) refuse(logoTexts.noBox);
  if (Math.max(...sizes) > bounds.size) refuse(logoTexts.pixels(bounds.size));
  const others = [...fields].filter(([name]) => !['width', 'height', 'viewBox'].includes(name));
  return new Map([['xmlns', 'http://www.w3.org/2000/svg'], ['viewBox', numbers.join(' ')], ...others]);
}

function refuse(reason: string): never {
  throw refusedSetting('logo', reason);
}
