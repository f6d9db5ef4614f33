import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../scripts/portal/commands.ts';
import { administrationRunners } from './helpers/documented-commands/administration-runners.ts';
import { dataRunners } from './helpers/documented-commands/data-runners.ts';
import { firebaseRunners } from './helpers/documented-commands/firebase-runners.ts';
import { programRunners } from './helpers/documented-commands/program-runners.ts';
import { prepareScratch, type Runners, root } from './helpers/documented-commands/scratch-portal.ts';

const minutes = 60_000;

/** Each command with the way it is run here. */
const runners: Runners = {
  ...programRunners,
  ...administrationRunners,
  ...dataRunners,
  ...firebaseRunners,
};

/** Run by the caller of this test, or by .ci/run before it. */
const runElsewhere = ['npm install', 'npm test', 'npm run check'];

/** The commands in README and docs: whole lines of shell blocks, and npm commands in the running text. */
function documentedCommands(): string[] {
  const texts = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const lines = texts.flatMap((text) =>
    [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n')),
  );
  const inline = texts.flatMap((text) =>
    [...text.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command),
  );
  return [...new Set([...lines, ...inline])].sort();
}

beforeAll(prepareScratch);

describe('the commands in README and docs', () => {
  it('are all run by a test', () => {
    expect(documentedCommands()).toEqual([...Object.keys(runners), ...runElsewhere].sort());
  });

  it('include each of the operator’s commands', () => {
    const documented = documentedCommands().join('\n');
    for (const { name } of commands)
      expect(documented).toMatch(new RegExp(`npm run portal -- ${name}( |$)`, 'm'));
  });

  it.each(Object.keys(runners))('%s', async (command) => runners[command]?.(), 5 * minutes);
});
