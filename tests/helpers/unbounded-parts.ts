import type * as z from 'zod/mini';

/**
 * The parts of a rule that let in more than a stated amount: texts that do not begin with `boundedString`, lists
 * without a maximum, objects of any keys, anything at all. Each is named by its path.
 */
export function unboundedParts(rule: z.core.$ZodType, path = '(body)'): string[] {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return beginsWithItsBound(def) ? [] : [`${path}: text`];
    case 'array': {
      const bounded = def.checks?.some((check) => check._zod.def.check === 'max_length');
      return [...(bounded ? [] : [`${path}: list`]), ...unboundedParts(def.element, `${path}[]`)];
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => unboundedParts(part, name));
    case 'union':
      return def.options.flatMap((option) => unboundedParts(option, path));
    case 'pipe':
      return unboundedParts(def.in, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return unboundedParts(def.innerType, path);
    // A number, also one read from a text of the address, which has a bound as a whole.
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return [];
    default:
      return [`${path}: ${def.type}`];
  }
}

/** Whether the length is looked at first, and ends the checking. A format such as `z.email()` looks before it. */
function beginsWithItsBound(def: z.core.$ZodStringDef): boolean {
  const first = def.checks?.[0]?._zod.def;
  return !('format' in def) && first?.check === 'max_length' && first.abort === true;
}
