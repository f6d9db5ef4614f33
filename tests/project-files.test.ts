import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const root = resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const step = z.union([
  z.strictObject({
    uses: z.string().check(z.regex(/^[\w-]+\/[\w-]+@v\d+$/)),
    with: z.optional(z.looseObject({})),
  }),
  z.strictObject({ run: z.string(), env: z.optional(z.record(z.string(), z.string())) }),
]);
/** The keys of a workflow that the project uses: a misspelt one is refused. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.partialRecord(
    z.enum(['push', 'pull_request']),
    z.nullable(z.partialRecord(z.enum(['branches', 'tags']), z.array(z.string()))),
  ),
  permissions: z.partialRecord(z.enum(['contents', 'packages']), z.enum(['read', 'write'])),
  concurrency: z.optional(z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() })),
  jobs: z.record(
    z.string(),
    z.strictObject({
      needs: z.optional(z.string()),
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      container: z.optional(z.string()),
      strategy: z.optional(
        z.strictObject({ 'fail-fast': z.optional(z.boolean()), matrix: z.looseObject({}) }),
      ),
      steps: z.array(step),
    }),
  ),
});

const form = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(
    z.strictObject({
      type: z.enum(['textarea', 'input']),
      id: z.string(),
      attributes: z.strictObject({
        label: z.string(),
        description: z.optional(z.string()),
        render: z.optional(z.string()),
      }),
      validations: z.optional(z.strictObject({ required: z.boolean() })),
    }),
  ),
});

function workflowNamed(name: string) {
  const content = workflow.parse(parse(read(`.github/workflows/${name}`)));
  for (const { needs } of Object.values(content.jobs)) {
    if (needs) expect(Object.keys(content.jobs)).toContain(needs);
  }
  return content;
}

it('every pull request runs what guards the project, on each Node that may host it', () => {
  const { jobs, on } = workflowNamed('test.yml');
  expect(on).toHaveProperty('pull_request');
  expect(jobs.test?.strategy?.matrix).toEqual({ node: [20, 22, 24] });
  const least = /"node": ">=(\d+)"/.exec(read('package.json'))?.[1];
  expect(String(jobs.test?.strategy?.matrix.node)).toMatch(new RegExp(`^${least},`));
  expect(jobs.test?.steps).toContainEqual(expect.objectContaining({ run: '.ci/run' }));
});

it('a tag is released with archive and image, and only after the tests', () => {
  const { jobs, on } = workflowNamed('release.yml');
  expect(on.push).toEqual({ tags: ['v*.*.*'] });
  for (const name of ['archive', 'image']) expect(jobs[name]?.needs).toBe('test');
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((one) => ('run' in one ? one.run : [])),
  );
  for (const file of globSync('deploy/**/compose.yaml', { cwd: root }))
    expect(commands.join('\n')).toContain(file);
  for (const script of commands.join('\n').matchAll(/npm run (\w+)/g))
    expect(JSON.parse(read('package.json')).scripts).toHaveProperty(script[1] ?? '');
});

it('the forms for issues, and the settings of editors and robots, are well formed', () => {
  for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }))
    if (!file.endsWith('config.yml')) form.parse(parse(read(file)));
  for (const file of ['.github/renovate.json', '.devcontainer/devcontainer.json', '.vscode/settings.json'])
    expect(JSON.parse(read(file))).toBeTypeOf('object');
});

it('the documents of the project name files that exist, and the changelog has the version', () => {
  for (const file of [...globSync('*.md', { cwd: root }), '.github/pull_request_template.md']) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    expect(
      links.filter((path) => !existsSync(join(root, path))),
      file,
    ).toEqual([]);
  }
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[(Unreleased|${version})\\]`, 'm'));
});

it('the subjects of this branch’s commits are conventional, within 72 characters', () => {
  const { stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', 'origin/main..'], { cwd: root });
  // Without git or that branch, as in an archive, there is nothing to look at.
  const subjects = String(stdout ?? '').split('\n');
  expect(subjects.filter((one) => one && !/^(?=.{1,72}$)[a-z]+(\([\w, -]+\))?!?: \S/.test(one))).toEqual([]);
});
