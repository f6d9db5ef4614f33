import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The runners of `npm test -- …` with their arguments; a runner that is not named does not run. */
export interface TestPlan {
  unit?: string[];
  browser?: string[];
}

/** Reads the arguments of `npm test`. Undefined if they name no test. */
export function planTests(args: string[], root: string): TestPlan | undefined {
  if (args.length === 0) return { unit: [], browser: [] };
  if (args[0] === '--changed') return { unit: args };
  const firstOption = args.findIndex((arg) => !statSync(join(root, arg), { throwIfNoEntry: false }));
  const paths = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = args.slice(paths.length);
  const unit = paths.filter((path) => holds(path, root, /\.test\.tsx?$/));
  const browser = paths.filter((path) => holds(path, root, /\.spec\.ts$/));
  if (unit.length + browser.length === 0) return undefined;
  return {
    ...(unit.length > 0 && { unit: [...unit, ...options] }),
    ...(browser.length > 0 && { browser: [...browser, ...options] }),
  };
}

/** Whether a path is a test of this ending, or a folder with one. */
function holds(path: string, root: string, ending: RegExp): boolean {
  return ending.test(path) || globSync('**/*', { cwd: join(root, path) }).some((file) => ending.test(file));
}
