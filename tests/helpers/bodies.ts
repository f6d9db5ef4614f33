import * as z from 'zod/mini';
import { goodBodies, goodBody } from './good-bodies.ts';

type Rule = z.core.$ZodType;
type Shape = Record<string, Rule>;

/** Stands for a field that a body leaves out. */
const absent = Symbol('absent');

/** One of these is taken by a field that no good body has. */
const plainValues = [
  ...['Asha', 'asha@students.example', '2999-01-01', '2999-01-01T00:00:00.000Z', '2999-01-01T10:00'],
  ...['https://github.com/asha/x', 'Asia/Kolkata', '9876543210', 'abcdefgh', '', 0, 1, 5, 100, 2026],
];

/** The values of fields of this name in any good body: what a field is called says best what it takes. */
function valuesNamed(name: string, within: unknown = goodBodies): unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  const own = Object.hasOwn(within, name) ? [(within as Record<string, unknown>)[name]] : [];
  return [...own, ...Object.values(within).flatMap((part) => valuesNamed(name, part))];
}

function takes(rule: Rule, value: unknown): boolean {
  return z.safeParse(rule as z.ZodMiniType, value).success;
}

/**
 * Values that between them take every branch of the rule: each part of a union, what is optional and without it.
 * @param accepts what the value is a part of: a rule that makes one form of several
 */
function valuesOf(rule: Rule, name: string, accepts = (_value: unknown) => true): unknown[] {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return [...valuesOf(def.innerType, name), absent];
    case 'nonoptional':
      return valuesOf(def.innerType, name).filter((value) => value !== absent);
    case 'nullable':
      return [...valuesOf(def.innerType, name), null];
    case 'pipe':
      return valuesOf(def.in, name, (value) => takes(rule, value) && accepts(value));
    case 'catch':
      return valuesOf(def.innerType, name);
    case 'union':
      return def.options.flatMap((option) => valuesOf(option, name, accepts));
    case 'enum':
    case 'boolean':
    case 'literal':
      return choicesOf(def);
    case 'array':
      return listsOf(valuesOf(def.element, name, (one) => accepts([one]))).filter((list) =>
        takes(rule, list),
      );
    case 'object':
      return objectsOf(def.shape as Shape).filter((object) => takes(rule, object));
    case 'string':
    case 'number': {
      const known = [...valuesNamed(name), ...plainValues].filter((value) => takes(rule, value));
      return known.filter(accepts).slice(0, 1);
    }
    default:
      throw new Error(`No value is known for ${name}, which is a ${def.type}.`);
  }
}

function choicesOf(
  def: z.core.$ZodEnumDef | z.core.$ZodBooleanDef | z.core.$ZodLiteralDef<z.core.util.Literal>,
) {
  if (def.type === 'boolean') return [true, false];
  return def.type === 'enum' ? Object.values(def.entries) : def.values;
}

function listsOf(items: unknown[]): unknown[] {
  return [...items.map((one) => [one]), []];
}

/** Objects in which each field has each of its values once, and objects with one of the optional fields alone. */
function objectsOf(shape: Shape): object[] {
  const fields = Object.entries(shape).map(([name, rule]) => [name, valuesOf(rule, name)] as const);
  const most = Math.max(1, ...fields.map(([, values]) => values.length));
  const rows = Array.from({ length: most }, (_, row) =>
    objectFrom(fields.map(([name, values]) => [name, values[row % values.length]])),
  );
  const least = objectFrom(
    fields.map(([name, values]) => [name, values.includes(absent) ? absent : values[0]]),
  );
  return [...rows, ...varied(shape, least)];
}

/** The object with each of its fields, and of those within, replaced by each of its values. */
function varied(shape: Shape, object: object): object[] {
  return Object.entries(shape).flatMap(([name, rule]) => {
    const { def } = (rule as z.core.$ZodTypes)._zod;
    const inner: unknown = Object(object)[name];
    const within = def.type === 'object' && inner ? varied(def.shape as Shape, inner) : [];
    return [...valuesOf(rule, name), ...within].map((value) =>
      objectFrom([...Object.entries(object), [name, value]]),
    );
  });
}

function objectFrom(fields: [name: string, value: unknown][]): object {
  return Object.fromEntries([...new Map(fields)].filter(([, value]) => value !== absent));
}

/** Every branch of a rule, with whether `value` takes it. A rule that makes one form of several has none. */
function branchesOf(rule: Rule, value: unknown, path: string): [branch: string, isTaken: boolean][] {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return [
        [`${path} is there`, value !== absent && value !== undefined],
        [`${path} is not there`, value === undefined],
        ...branchesOf(def.innerType, value === undefined ? absent : value, path),
      ];
    case 'nullable':
      return [
        [`${path} is null`, value === null],
        ...branchesOf(def.innerType, value === null ? absent : value, path),
      ];
    case 'union':
      return def.options.flatMap((option, index) => {
        const way = `${path} by rule ${index}`;
        const isTaken = value !== absent && takes(option, value);
        return [[way, isTaken] as [string, boolean], ...branchesOf(option, isTaken ? value : absent, way)];
      });
    case 'enum':
    case 'boolean':
    case 'literal':
      return choicesOf(def).map((one) => [`${path} is ${one}`, value === one]);
    case 'array': {
      const items = Array.isArray(value) && value.length > 0 ? value : [absent];
      return items.flatMap((one) => branchesOf(def.element, one, `${path}[]`));
    }
    case 'object':
      return Object.entries(def.shape as Shape).flatMap(([name, inner]) =>
        branchesOf(inner, value === absent ? absent : Object(value)[name], `${path}.${name}`),
      );
    default:
      return [];
  }
}

/**
 * Bodies that a route takes, which between them take each branch of its rule. They follow from the rule and from the values
 * in `goodBodies`. Throws for a branch that none takes: a good body then has to have a value for it.
 */
export function bodiesOf({ route, rule }: { route: string; rule: z.ZodMiniType }): object[] {
  const [method = '', path = ''] = route.split(' ');
  const missing = new Set(branchesOf(rule, absent, 'body').map(([branch]) => branch));
  const good = [goodBody(method, path) ?? {}];
  const { def } = (rule as unknown as z.core.$ZodTypes)._zod;
  const candidates = def.type === 'object' ? good.flatMap((body) => varied(def.shape as Shape, body)) : [];
  const bodies: object[] = [];
  for (const body of [...good, ...candidates, ...valuesOf(rule, route)] as object[]) {
    if (!takes(rule, body)) continue;
    const before = missing.size;
    for (const [branch, isTaken] of branchesOf(rule, body, 'body')) if (isTaken) missing.delete(branch);
    if (missing.size < before || bodies.length === 0) bodies.push(body);
  }
  if (missing.size > 0) throw new Error(`${route} has no good body where ${[...missing].join(', ')}`);
  return bodies;
}

/** Each text in a body, by the names that lead to it, with what makes a copy that has another one there. */
export function textsIn(part: unknown): [path: string, put: (text: string) => unknown][] {
  if (typeof part === 'string') return [['', (text) => text]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    textsIn(inner).map(([path, put]): [string, (text: string) => unknown] =>
      Array.isArray(part)
        ? [`[]${path}`, (text) => part.with(Number(name), put(text))]
        : [`.${name}${path}`, (text) => ({ ...part, [name]: put(text) })],
    ),
  );
}
