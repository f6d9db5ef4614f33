import { limits } from '#domain/limits.ts';

/**
 * Whether a parsed JSON value is within `limits.json`. No body of the portal comes near it; anything past it is refused
 * before a rule reads it, so that neither depth nor number can cost more than the bytes that were sent.
 */
export function isBoundedJson(value: unknown): boolean {
  let values = 0;

  function fits(part: unknown, depth: number): boolean {
    if (typeof part !== 'object' || part === null) return true;
    if (depth > limits.json.depth) return false;
    const inner = Object.values(part);
    values += inner.length;
    return values <= limits.json.values && inner.every((one) => fits(one, depth + 1));
  }

  return fits(value, 1);
}
