import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { tracks } from '#domain/member-choices.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { ContentError, loadContent } from './content.ts';

const shipped = resolve(import.meta.dirname, '../../content');

describe('loadContent', () => {
  let folder: string;

  beforeEach(async () => {
    folder = join(await newFolder(), 'content');
    cpSync(shipped, folder, { recursive: true });
  });

  /** Parses a file, lets `change` modify it, and writes it back. */
  function edit(file: string, change: (json: Record<string, unknown>) => unknown): void {
    const json = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    writeFileSync(join(folder, file), JSON.stringify(change(json) ?? json));
  }

  function fault(): string {
    try {
      loadContent(folder);
    } catch (error) {
      expect(error).toBeInstanceOf(ContentError);
      const message = error instanceof Error ? error.message : '';
      expect(message).not.toMatch(/[\r\n]/);
      return message;
    }
    throw new Error('loadContent accepted the folder');
  }

  it('reads every file', () => {
    for (const track of tracks) edit(`tasks/${track}.json`, (json) => ({ ...json, title: `Task: ${track}` }));
    edit('club.json', (json) => ({ ...json, shortName: 'ABC' }));
    const { club, tasks } = loadContent(folder);
    expect(club.shortName).toBe('ABC');
    for (const track of tracks) expect(tasks[track].title).toBe(`Task: ${track}`);
  });

  it.each(['club.json', 'forms.json', ...tracks.map((track) => `tasks/${track}.json`)])(
    'names %s when missing',
    (file) => {
      rmSync(join(folder, file));
      expect(fault()).toContain(`content/${file}: cannot be read (ENOENT`);
      expect(fault()).toContain(join(folder, file));
    },
  );

  it('names a file that is not JSON, and the position', () => {
    writeFileSync(join(folder, 'tasks/ml.json'), '{\n  "title": "A",\n}\n');
    expect(fault()).toMatch(/^content\/tasks\/ml\.json: is not valid JSON \(.*line 3.*\)$/);
    for (const text of ['{\n  "title": A\n}\n', '']) {
      writeFileSync(join(folder, 'tasks/ml.json'), text);
      expect(fault()).toMatch(/^content\/tasks\/ml\.json: is not valid JSON/);
    }
  });

  it('names a file that is not UTF-8', () => {
    writeFileSync(join(folder, 'club.json'), Buffer.from('{"name":"Caf\u00e9"}', 'latin1'));
    expect(fault()).toBe('content/club.json: is not UTF-8 text');
  });

  const requirement = { title: 'A title', description: 'A text.', status: 'required' };
  it.each([
    [
      'an empty text',
      { requirements: [requirement, requirement, { ...requirement, title: ' ' }] },
      'requirements[2].title: must not be empty',
    ],
    ['a missing field', { title: undefined }, 'title: is missing'],
    ['a wrong type', { title: 7 }, 'title: must be text in quotes'],
    ['a text for a list', { techStack: 'React' }, 'techStack: must be a list in [ ]'],
    ['a text for an object', { resources: ['MDN'] }, 'resources[0]: must be an object in { }'],
    ['an empty list', { guidelines: [] }, 'guidelines: must have at least one entry'],
    [
      'an unknown status',
      { requirements: [{ ...requirement, status: 'Required' }] },
      'requirements[0].status: must be one of required, optional, completed',
    ],
    [
      'a link of another scheme',
      { resources: [{ name: 'A page', link: 'javascript:alert(1)' }] },
      'resources[0].link: must be an http or https address',
    ],
    ['an unknown field', { deadline: 'Friday' }, 'deadline: is not a known field'],
    ['an odd field name', { 'due\ndate': 1 }, '["due\\ndate"]: is not a known field'],
    [
      'a misspelt field, which is two faults',
      { resources: [{ name: 'A page', url: 'https://example.org' }] },
      'resources[0].link: is missing; resources[0].url: is not a known field',
    ],
  ])('names the file, the field and the error of %s', (_, change, expected) => {
    edit('tasks/web.json', (json) => ({ ...json, ...change }));
    expect(fault()).toBe(`content/tasks/web.json: ${expected}`);
  });

  it('reports errors in club.json', () => {
    edit('club.json', (json) => ({ ...json, president: { name: ' ', text: 'Leads.', role: 'Boss' } }));
    expect(fault()).toBe(
      'content/club.json: president.name: must not be empty; president.role: is not a known field',
    );
    cpSync(join(shipped, 'club.json'), join(folder, 'club.json'));
    edit('club.json', (json) => ({ ...json, terms: [] }));
    expect(fault()).toBe('content/club.json: terms: must have exactly 7 entries');
    edit('club.json', () => ['not an object']);
    expect(fault()).toBe('content/club.json: must be an object in { }');
  });

  it('reports errors in forms.json', () => {
    const shippedForms = readFileSync(join(folder, 'forms.json'), 'utf8');
    edit('forms.json', (json) => ({ ...json, forms: [{ id: 'a' }] }));
    expect(fault()).toMatch(
      /^content\/forms\.json: forms\[0\]\.title: is missing; forms\[0\]\.active: is missing/,
    );
    writeFileSync(join(folder, 'forms.json'), shippedForms.replace('"active": true', '"active": "yes"'));
    expect(fault()).toBe('content/forms.json: forms[0].active: must be true or false');
    writeFileSync(join(folder, 'forms.json'), shippedForms.replaceAll('"id": "test"', '"id": "contact"'));
    expect(fault()).toBe('content/forms.json: forms: must not name a form twice');
  });

  it('rejects a line break in the contact subject', () => {
    edit('club.json', (json) => ({ ...json, contactSubject: 'New\nmessage' }));
    expect(fault()).toBe('content/club.json: contactSubject: must be a single line');
  });
});
