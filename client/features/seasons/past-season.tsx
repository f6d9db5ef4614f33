import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { failureMessage } from '#client/lib/api.ts';
import { dayText, momentText } from '#client/lib/format.ts';
import { useUrlState, withParameter } from '#client/lib/use-url-state.ts';
import { ButtonAnchor } from '#client/ui/button.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { LongText } from '#client/ui/long-text.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { PagedList } from '#client/ui/paged-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { fieldsWith, longLabel } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { outcomeLabels } from '#domain/outcomes.ts';
import type { PastEntry, PastRecord, PastSeason as Season } from '#domain/seasons.ts';
import { yearLabels } from '#domain/study-years.ts';
import { type PastList, pastQuery, recordQuery, seasonsAddress } from './queries.ts';
import { seasonsTexts } from './texts.ts';

const texts = seasonsTexts.past;

const lists = (['members', 'messages'] as const).map((value) => ({ value, label: texts.lists[value] }));

/** A past season: its members and the messages of visitors, searched and opened. */
export function PastSeason({ season: { id, name, endedAt, clearedAt, clearsAt } }: { season: Season }) {
  const { search, update } = useUrlState();
  const list: PastList = search.get('list') === 'messages' ? 'messages' : 'members';
  const q = search.get('q') ?? '';
  const opened = search.get('open');
  const set = (parameter: string, value: string | null) =>
    update((now) => withParameter(now, parameter, value));
  return (
    <>
      <PageHeading
        title={name}
        subtitle={`${texts.ended} ${dayText(endedAt, '')}. ${clearedAt ? texts.cleared(dayText(clearedAt, '')) : texts.kept(dayText(clearsAt, ''))}`}
        back={{ to: '/admin/seasons', label: texts.back }}
      />
      {clearedAt === null && (
        <Panel>
          <div className={layout.stackL}>
            <div className={layout.ends}>
              <Choice
                inline
                label={name}
                name="list"
                options={lists}
                value={list}
                onChange={(next) => set('list', next)}
              />
              <ButtonAnchor size="sm" href={`${seasonsAddress}/${id}/members.csv`} download>
                {seasonsTexts.club.export}
              </ButtonAnchor>
            </div>
            <SearchField
              label={texts.search}
              placeholder={texts.search}
              maxLength={limits.name}
              value={q}
              onSearch={(next) => set('q', next)}
            />
            <Entries season={id} list={list} q={q} onOpen={(entry) => set('open', entry)} />
          </div>
        </Panel>
      )}
      {opened !== null && <Opened season={id} list={list} id={opened} onClose={() => set('open', null)} />}
    </>
  );
}

interface EntriesProps {
  season: string;
  list: PastList;
  q: string;
  onOpen: (id: string) => void;
}

function Entries({ season, list, q, onOpen }: EntriesProps) {
  const query = useInfiniteQuery(pastQuery(season, list, q));
  return (
    <PagedList
      list={query}
      failed={seasonsTexts.loadFailed}
      more={texts.more}
      skeleton={<Skeleton height="16rem" />}
    >
      {(pages) => {
        const entries = pages.flatMap(({ members }) => members);
        if (entries.length === 0) return <p className={typography.soft}>{texts.nobody}</p>;
        return (
          <ul className={layout.tiles}>
            {entries.map((entry) => (
              <li key={entry.id} className={`${layout.stackXs} ${typography.wrap}`}>
                <LinkButton onClick={() => onOpen(entry.id)}>
                  <bdi>{entry.name || entry.email}</bdi>
                </LinkButton>
                <p className={typography.fact}>{factsOf(entry).join(' · ')}</p>
              </li>
            ))}
          </ul>
        );
      }}
    </PagedList>
  );
}

function factsOf({ email, track, outcome, stayed }: PastEntry): string[] {
  return [
    ...(email ? [email] : []),
    ...(track ? [trackLabels[track]] : []),
    ...(outcome ? [outcomeLabels[outcome]] : []),
    ...(stayed ? [texts.stayed] : []),
  ];
}

function Opened({
  season,
  list,
  id,
  onClose,
}: Omit<EntriesProps, 'q' | 'onOpen'> & { id: string; onClose: () => void }) {
  const query = useQuery(recordQuery(season, list, id));
  return (
    <Dialog title={query.data?.member?.fullName ?? texts.lists[list]} onClose={onClose}>
      {query.error && <Notice tone="error">{failureMessage(query.error)}</Notice>}
      {query.data ? <Record record={query.data} /> : !query.error && <Skeleton height="16rem" />}
    </Dialog>
  );
}

function Record({ record: { member, result, note, comments, messages } }: { record: PastRecord }) {
  const rows = [
    ...(member ? fieldsOf(member) : []),
    ...(result ? [{ label: texts.result, value: result }] : []),
    ...(note ? [{ label: texts.note, value: <LongText lines={12} text={note} /> }] : []),
  ];
  return (
    <div className={layout.stackL}>
      {rows.length > 0 && <DescriptionList rows={rows} />}
      {comments.map((comment) => (
        <LongText key={comment} lines={12} text={comment} />
      ))}
      {messages.map(({ receivedAt, fields, answers }) => (
        <div key={receivedAt} className={layout.stackS}>
          <h3 className={typography.heading}>{texts.message(momentText(receivedAt))}</h3>
          <DescriptionList
            rows={fields.map(({ label, value }) => ({ label, value: <LongText lines={12} text={value} /> }))}
          />
          {answers.map(({ at, text }) => (
            <DescriptionList
              key={at}
              rows={[{ label: texts.answer(momentText(at)), value: <LongText lines={12} text={text} /> }]}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function wordFor(member: Member, name: keyof Member): string {
  if (name === 'developmentTrack' && member.developmentTrack) return trackLabels[member.developmentTrack];
  return name === 'yearOfStudy' ? yearLabels[member.yearOfStudy] : String(member[name]);
}

/** The fields of a record that have a value. */
function fieldsOf(member: Member) {
  return fieldsWith('label').flatMap((name) => {
    const value = member[name];
    if (value === null || value === '' || value === false) return [];
    const text = typeof value === 'string' && name.endsWith('At') ? momentText(value) : wordFor(member, name);
    return [{ label: longLabel(name), value: <LongText lines={12} text={value === true ? '✓' : text} /> }];
  });
}
