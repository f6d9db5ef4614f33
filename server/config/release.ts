import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');

/** The number of this release, such as 1.0.0. */
export const release = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
