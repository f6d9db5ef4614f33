import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that are installed before the tests: PostgreSQL, Chromium, and those that some tests run beside the portal. */
export type Program = 'postgres' | 'chromium' | 'optional';

/** The runners of `npm test -- …` with their arguments; a runner that is not named does not run. */
export interface TestPlan {
  unit?: string[];
  browser?: string[];
  /** Nothing for unit tests alone: some start PostgreSQL, if it is there. */
  install: Program[];
}

/** Reads the arguments of `npm test`. Undefined if they name no test. */
export function planTests(args: string[], root: string): TestPlan | undefined {
  const [first, ...rest] = args;
  if (first === undefined) return { unit: [], browser: [], install: ['postgres', 'chromium', 'optional'] };
  if (first === '--changed') return { unit: args, install: [] };
  if (first === 'unit') return { unit: rest, install: [] };
  if (first === 'e2e') return { browser: rest, install: ['postgres', 'chromium'] };
  const firstOption = args.findIndex((arg) => kindsOf(arg, root) === undefined);
  const paths = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = args.slice(paths.length);
  if (paths.length === 0) return undefined;
  const of = (kind: Kind) => paths.filter((path) => kindsOf(path, root)?.includes(kind));
  const [unit, browser] = [of('unit'), of('browser')];
  if (unit.length + browser.length === 0) return undefined;
  return {
    ...(unit.length > 0 && { unit: [...unit, ...options] }),
    ...(browser.length > 0 && { browser: [...browser, ...options] }),
    install: browser.length > 0 ? ['postgres', 'chromium'] : [],
  };
}

type Kind = 'unit' | 'browser';
const endings: Record<Kind, RegExp> = { unit: /\.test\.tsx?$/, browser: /\.spec\.ts$/ };

/** The kinds of tests in a file or folder. Undefined for anything but a path. */
function kindsOf(path: string, root: string): Kind[] | undefined {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return undefined;
  const files = found.isDirectory()
    ? globSync('**/*.{test,spec}.{ts,tsx}', { cwd: join(root, path) })
    : [path];
  return (['unit', 'browser'] as const).filter((kind) => files.some((file) => endings[kind].test(file)));
}
