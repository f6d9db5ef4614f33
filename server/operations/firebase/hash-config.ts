import type { FirebaseHashConfig } from '#server/accounts/firebase-scrypt.ts';
import { Faults, readText } from './input-file.ts';

/** The limits of Firebase's tools; higher costs would only use memory. */
const largest = { rounds: 8, mem_cost: 14 };

/**
 * Reads a project's password hash parameters as the console shows them:
 * `hash_config { algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …, rounds: 8, mem_cost: 14, }`.
 * Throws ImportError that names the file and the field.
 */
export function readHashConfig(file: string): FirebaseHashConfig {
  const fields = new Map(
    [...readText(file).matchAll(/(\w+)"?\s*[:=]\s*"?([^\s,"{}]+)/g)].map(([, name, value]) => [name, value]),
  );
  const faults = new Faults();
  if (fields.get('algorithm') !== 'SCRYPT') {
    faults.add(`${file}, algorithm`, 'must be SCRYPT, which is what Firebase hashes passwords with');
  }
  const config = {
    signerKey: bytes('base64_signer_key'),
    saltSeparator: bytes('base64_salt_separator'),
    rounds: number('rounds'),
    memCost: number('mem_cost'),
  };
  faults.throwIfAny();
  return config;

  function bytes(name: string): Buffer {
    const value = fields.get(name) ?? '';
    if (!isBase64(value) || value === '')
      faults.add(`${file}, ${name}`, 'must be base64, as the console shows it');
    return Buffer.from(value, 'base64');
  }

  function number(name: keyof typeof largest): number {
    const value = Number(fields.get(name));
    if (Number.isInteger(value) && value >= 1 && value <= largest[name]) return value;
    faults.add(`${file}, ${name}`, `must be a whole number from 1 to ${largest[name]}`);
    return 1;
  }
}

/** Whether a text is base64, standard or URL-safe, padded or not. */
export function isBase64(text: string): boolean {
  return /^[\w+/-]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
}
