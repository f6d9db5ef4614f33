import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError, configVariables } from './config-variables.ts';

/** Whether DATA_DIR holds a secret. */
export function hasSecret(dataDir: string): boolean {
  return existsSync(secretFile(dataDir));
}

function secretFile(dataDir: string): string {
  return join(dataDir, 'secret');
}

/** The secret in DATA_DIR. The first process creates it, and later ones read it. */
export function ownSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  let secret: string;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeSecret(file);
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to (${dataDir}: ${reason(error)})`);
  }
  // Anyone could forge sessions that are signed with an empty secret.
  if (!configVariables.AUTH_SECRET.rule.safeParse(secret).success) {
    throw new ConfigError(
      `DATA_DIR must hold a secret of ${configVariables.AUTH_SECRET.accepts}: restore or remove ${file}`,
    );
  }
  return secret;
}

/** Writes a temporary file and links it, so that no process reads an incomplete one, and the first one wins. */
function writeSecret(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    linkOrCopy(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Some file systems of shares and memory sticks have no hard links. */
function linkOrCopy(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
