import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { trackLabels } from '#domain/member-choices.ts';
import { memberExportQuery } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { membersAsCsv } from './member-export.ts';

const awkward = [
  'Rao, Asha',
  'Asha "Ash" Rao',
  'Asha\nRao',
  'Asha\r\nRao',
  'आशा राव 🎓',
  '=HYPERLINK("https://evil.example","Asha")',
  '+1',
  '-1',
  '@SUM(A1)',
  "'=1",
  "'Asha'",
  "O'Brien",
  ' =1',
  '\t=1',
  '＝1',
];

/** As in the file: an apostrophe precedes what a spreadsheet would execute. */
function unguarded(text: string): string {
  const parts = text.split(/([;\t\r\n])/);
  return parts.map((part) => part.replace(/^'(?=[\s'"]*[=+\-@＝＋－＠])/, '')).join('');
}

function expectedRow(record: Member): Record<string, string> {
  const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no');
  return {
    'Full Name': record.fullName,
    Email: record.email,
    Year: String(record.yearOfStudy),
    Department: record.department,
    'Student ID': record.studentId,
    Contact: record.contactNumber,
    'Development Track': record.developmentTrack ? trackLabels[record.developmentTrack] : '',
    Registered: record.createdAt,
    Updated: record.updatedAt ?? '',
    'Task Completed': yesOrNo(record.taskCompleted),
    'GitHub Link': record.githubLink ?? '',
    'Project Description': record.projectDescription ?? '',
    Submitted: record.submittedAt ?? '',
    Reviewed: yesOrNo(record.submissionReviewed),
    Graded: yesOrNo(record.graded),
    Feedback: record.feedback ?? '',
    Outcome: '',
    'Requirements Met': record.githubLink ? '0' : '',
    Requirements: record.githubLink ? String(tasks.web.requirements.length) : '',
    'Ticked Requirements': '',
    Opinions: record.githubLink ? '0' : '',
    'Mean Score': '',
    'Score Spread': '',
  };
}

const { tasks } = loadContent(contentFolder);

describeEachEngine('the export of members', (engine) => {
  it('equals the table when another program reads it', async () => {
    const records = awkward.map((text, index) =>
      submittedRecord({
        fullName: text,
        projectDescription: `${text}\n${text}`,
        contactNumber: text,
        feedback: text,
        graded: index % 2 === 0,
      }),
    );
    const all = [...records, newRecord({ fullName: 'Nothing Yet' })];
    const { administrator } = await openWithMembers(engine, all, { env: { TIME_ZONE: 'UTC' } });
    const { status, text, headers } = await administrator.get('/api/admin/members.csv?sort=email&dir=asc');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="members-[\d-]+\.csv"$/);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, recordDelimiter: '\r\n' });
    const read = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, unguarded(value)])),
    );
    const byEmail = (a: Member, b: Member) => (a.email < b.email ? -1 : 1);
    expect(read).toEqual(all.toSorted(byEmail).map(expectedRow));
    for (const row of rows) {
      for (const value of Object.values(row)) expect(value).not.toMatch(/^\s*[=+\-@＝]/);
    }
  });

  it('has times, and the day in its name, as the club’s clock shows them', async () => {
    takeClock({ at: new Date('2026-09-01T18:30:00.000Z') });
    const { administrator } = await openWithMembers(
      engine,
      [
        newRecord({ fullName: 'Asha', createdAt: '2026-08-31T18:15:00.000Z' }),
        newRecord({ fullName: 'Ravi', createdAt: '2026-08-31T18:45:00.000Z' }),
      ],
      { env: { TIME_ZONE: 'Asia/Kolkata' } },
    );
    const { text, headers } = await administrator.get('/api/admin/members.csv?sort=fullName&dir=asc');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map(({ Registered }) => Registered)).toEqual([
      '2026-08-31T23:45:00.000+05:30',
      '2026-09-01T00:15:00.000+05:30',
    ]);
    expect(headers.get('content-disposition')).toContain('members-2026-09-02.csv');
  });

  it('keeps IDs and phone numbers for a spreadsheet, and never makes a formula of what somebody typed', async () => {
    const ids = ['2020016400123456', '0012345', '22E0456', '3-12', '"&HYPERLINK("x")&"', '=1+1', 'a;=1+1'];
    const all = ids.map((studentId) => newRecord({ studentId, contactNumber: '0987 654-321' }));
    const { administrator } = await openWithMembers(engine, all);
    const { text } = await administrator.get('/api/admin/members.csv?spreadsheet=true');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map((row) => row['Student ID']).toSorted()).toEqual(
      [
        '="2020016400123456"',
        '="0012345"',
        '="22E0456"',
        '="3-12"',
        '"&HYPERLINK("x")&"',
        "'=1+1",
        "a;'=1+1",
      ].toSorted(),
    );
    expect(new Set(rows.map((row) => row.Contact))).toEqual(new Set(['="0987 654-321"']));
  });

  it('has the note to the present submission if it is asked for, and never one to another submission', async () => {
    const { portal, administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    await saveReview(administrator, 'a', { note: '=1+1' });
    const other = { id: 'other', uid: 'a', submittedAt: '2026-10-01T00:00:00.000Z', savedAt: '' };
    const review = { ...other, note: 'Of another submission', draft: '' };
    await portal.store.db.insertInto('reviews').values(review).execute();
    const { text } = await administrator.get('/api/admin/members.csv?notes=true');
    expect(text).toMatch(/^.*,Private Note\r\n.*,'=1\+1\r\n$/);
    expect((await administrator.get('/api/admin/members.csv')).text).not.toContain('1+1');
  });

  it('has each member once if there are more than one batch', async () => {
    const store = await openTestStore(engine);
    const records = Array.from({ length: 30 }, () => newRecord());
    await addRecords(store, records);
    let text = '';
    for await (const piece of membersAsCsv(
      store.db,
      { tasks, timeZone: 'UTC' },
      memberExportQuery.parse({}),
      7,
    ))
      text += piece;
    const emails = text.match(/[\w-]+@students\.example/g) ?? [];
    expect(emails.toSorted()).toEqual(records.map(({ email }) => email).toSorted());
  });
});
