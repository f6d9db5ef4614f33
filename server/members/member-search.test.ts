import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const somebodyElse = newRecord({
  ...{ uid: 'else', fullName: 'Zed', email: 'zed@company.example', studentId: 'ZZ-9' },
  ...{ department: 'Other', yearOfStudy: 1, contactNumber: '1112223334' },
});

async function finds(admin: Visitor, q: string): Promise<string[]> {
  const { members } = await answerOf<MemberPage>(admin, `/api/admin/members?q=${encodeURIComponent(q)}`);
  return members.map(({ uid }) => uid);
}

describeEachEngine('the search for members', (engine) => {
  const address = 'https://github.com/asha-rao/Events/tree/main';
  const cases: [Partial<Member>, string[]][] = [
    [{ fullName: 'Łukasz Işık O’Brien' }, ['lukasz', 'ISIK', "o'brien", 'kasz isi', 'ＬＵＫ']],
    [{ email: 'priya.rao_22@students.example' }, ['priya.rao_22@students', 'rao22']],
    [{ studentId: '2021/237938' }, ['2021/237938', '2021 237938', '2021237938', '237938']],
    [{ studentId: '1SD 22 CS 045' }, ['1sd22cs045', '1sd-22', 'cs045']],
    [
      { contactNumber: '9876543210' },
      ['+91 98765-43210', '(98765) 43210', '098765 43210', '7654', '00919876543210'],
    ],
    [{ contactNumber: '+44 7911 123456' }, ['+447911123456', '07911 123456', '447911']],
    [{ department: 'Civil Engineering', yearOfStudy: 3 }, ['civil', 'civil engineering 3rd', '3rd year']],
    [{ developmentTrack: 'ml' }, ['machine learning', 'learn']],
    [
      { githubLink: address },
      ['asha-rao/events', 'github.com/asha-rao', 'www.github.com/Asha-Rao/events.git', address],
    ],
  ];

  it('finds each member however they are typed', async () => {
    for (const [fields, typed] of cases) {
      const make = fields.githubLink ? submittedRecord : newRecord;
      const { administrator } = await openWithMembers(engine, [
        make({ uid: 'one', fullName: 'Asha', department: 'Not Set', ...fields }),
        somebodyElse,
      ]);
      for (const q of typed) expect([q, await finds(administrator, q)]).toEqual([q, ['one']]);
    }
  });

  it('answers text that cannot be stored on every route that takes a search, and the file has all rows', async () => {
    const { administrator } = await openWithMembers(engine, [
      newRecord({ uid: 'asha', fullName: 'Asha' }),
      somebodyElse,
    ]);
    for (const q of ['%00', 'a%00sha', '%ED%A0%80asha']) {
      for (const path of ['members', 'members.csv', 'submission-counts', 'review-queue', 'form-submissions'])
        expect([path, q, (await administrator.get(`/api/admin/${path}?q=${q}`)).status]).toEqual([
          path,
          q,
          200,
        ]);
    }
    expect(
      (await administrator.get('/api/admin/members.csv?q=a%00sha')).text.trim().split('\r\n'),
    ).toHaveLength(2);
  });

  it('sorts names as people expect, whatever their accents', async () => {
    const names = [
      'Zoe',
      'Łukasz',
      'Åse',
      'Lara',
      'Ömer',
      'Oz',
      'İpek',
      'Ævar',
      "O'Brien",
      'Iris',
      'राव',
      'Лев',
      'asha',
    ];
    const { administrator } = await openWithMembers(
      engine,
      names.map((fullName) => newRecord({ fullName })),
    );
    const { members } = await answerOf<MemberPage>(administrator, '/api/admin/members?sort=fullName&dir=asc');
    const listed = members.map(({ fullName }) => fullName).filter((name) => names.includes(name));
    expect(listed).toEqual(names.toSorted(new Intl.Collator('en').compare));
  });
});
