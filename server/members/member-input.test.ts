import { describe, expect, it } from 'vitest';
import { openWithMember } from '#tests/helpers/app.ts';
import { aProfile, project } from '#tests/helpers/member-input.ts';
import { changesOf } from '#tests/helpers/records.ts';

const noLink = 'GitHub link must be a full address, such as https://github.com/you/your-project';
const noTrack = 'Please select a development track';
const track = 'PUT /api/me/track';
const submission = 'PUT /api/me/submission';
const profile = 'PATCH /api/me/profile';

const wrong: [route: string, body: unknown, field: string | undefined, message: string][] = [
  [track, {}, 'developmentTrack', noTrack],
  ['PUT /api/me/task-completion', { taskCompleted: 'yes' }, 'taskCompleted', expect.any(String)],
  [submission, { ...project, githubLink: 'javascript:alert(1)' }, 'githubLink', noLink],
  [submission, { githubLink: project.githubLink }, 'projectDescription', 'Message is required'],
  [profile, aProfile({ fullName: ' ' }), 'fullName', 'Full name is required'],
  [profile, aProfile({ graded: true }), 'graded', 'Unknown field: graded'],
  ...[[], 'web', null].map((body) => [track, body, undefined, expect.any(String)] as (typeof wrong)[number]),
];

describe('invalid input for the member’s own record', () => {
  it('is refused with field and first failure, and changes nothing', async () => {
    const { portal, person } = await openWithMember('sqlite');
    const { body: before } = await person.get('/api/me');
    for (const [route, body, field, message] of wrong) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await person.send(method, path, { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
      expect((answer.body as { field?: string }).field).toBe(field);
    }
    expect((await person.get('/api/me')).body).toEqual(before);
    expect(await changesOf(portal.store, person.uid)).toHaveLength(1);
  });
});
