import type { Checked, Failure } from '#domain/validation.ts';
import { ApiFailure, connectionMessages, loadRule, type Rule } from './api.ts';

/** Validates input against a schema. After the first time it can do so at once. */
export interface InputCheck<Input> {
  /** @throws ApiFailure if the schema, which is a separate chunk, cannot be fetched */
  run(input: unknown): Promise<Checked<Input>>;
  /** Loads the schema ahead. */
  prepare(): void;
  /** The failure of this input; null if there is none, or if the schema is not loaded. */
  failureNow(input: unknown): Failure | null;
}

export function inputCheck<Input>(rule: Rule<Input>): InputCheck<Input> {
  let loaded: ((input: unknown) => Checked<Input>) | null = null;
  async function load() {
    const [{ check }, schema] = await Promise.all([import('#domain/validation.ts'), loadRule(rule)]);
    loaded = (input) => check(schema, input);
    return loaded;
  }

  return {
    async run(input) {
      const checked = loaded ?? (await load().catch(() => null));
      if (!checked) throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
      return checked(input);
    },
    prepare() {
      if (!loaded) load().catch(() => {});
    },
    failureNow(input) {
      const checked = loaded?.(input);
      return checked && !checked.ok ? checked.failure : null;
    },
  };
}
