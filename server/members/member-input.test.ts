import { describe, expect, it } from 'vitest';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { aProfile, project } from '#tests/helpers/member-input.ts';
import { changesOf } from '#tests/helpers/records.ts';

const wrong: { method: string; path: string; body: unknown; field?: string; message: string }[] = [
  {
    method: 'PUT',
    path: '/api/me/track',
    body: {},
    field: 'developmentTrack',
    message: 'Please select a development track',
  },
  {
    method: 'PUT',
    path: '/api/me/track',
    body: { developmentTrack: 'ios' },
    field: 'developmentTrack',
    message: 'Please select a development track',
  },
  {
    method: 'PUT',
    path: '/api/me/task-completion',
    body: { taskCompleted: 'yes' },
    field: 'taskCompleted',
    message: expect.any(String),
  },
  {
    method: 'PUT',
    path: '/api/me/submission',
    body: { ...project, githubLink: 'javascript:alert(1)' },
    field: 'githubLink',
    message: 'GitHub link must be a valid URL',
  },
  {
    method: 'PUT',
    path: '/api/me/submission',
    body: { ...project, githubLink: 'https://a.example/\0' },
    field: 'githubLink',
    message: 'GitHub link must be a valid URL',
  },
  {
    method: 'PUT',
    path: '/api/me/submission',
    body: { githubLink: project.githubLink },
    field: 'projectDescription',
    message: 'Message is required',
  },
  {
    method: 'PUT',
    path: '/api/me/submission',
    body: { ...project, projectDescription: 'a\0b' },
    field: 'projectDescription',
    message: 'Message contains characters that cannot be stored',
  },
  {
    method: 'PATCH',
    path: '/api/me/profile',
    body: aProfile({ fullName: ' ' }),
    field: 'fullName',
    message: 'Full name is required',
  },
  {
    method: 'PATCH',
    path: '/api/me/profile',
    body: aProfile({ email: 'asha' }),
    field: 'email',
    message: 'Please enter a valid email address',
  },
  {
    method: 'PATCH',
    path: '/api/me/profile',
    body: aProfile({ yearOfStudy: '3' }),
    field: 'yearOfStudy',
    message: 'Year of study is required',
  },
  {
    method: 'PATCH',
    path: '/api/me/profile',
    body: aProfile({ developmentTrack: null }),
    field: 'developmentTrack',
    message: 'Development track is required',
  },
  {
    method: 'PATCH',
    path: '/api/me/profile',
    body: aProfile({ graded: true }),
    field: 'graded',
    message: 'Unknown field: graded',
  },
  { method: 'PUT', path: '/api/me/track', body: [], message: expect.any(String) },
  { method: 'PUT', path: '/api/me/track', body: 'web', message: expect.any(String) },
  { method: 'PUT', path: '/api/me/track', body: null, message: expect.any(String) },
];

describe('invalid input for the member’s own record', () => {
  it('is refused with field and first failure, and changes nothing', async () => {
    const portal = await openTestApp('sqlite');
    const person = await registerPerson(portal);
    const { body: before } = await person.get('/api/me');
    for (const { method, path, body, field, message } of wrong) {
      const answer = await person.send(method, path, { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
      expect((answer.body as { field?: string }).field).toBe(field);
    }
    expect((await person.get('/api/me')).body).toEqual(before);
    expect(await changesOf(portal.store, person.uid)).toHaveLength(1);
  });

  it('may also be refused for the administrator, who has no record', async () => {
    const administrator = await signInAdministrator(await openTestApp('sqlite'));
    expect((await administrator.put('/api/me/track', {})).status).toBe(400);
  });
});
