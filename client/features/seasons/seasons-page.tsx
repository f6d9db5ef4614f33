import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seasonsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { dayText, formatNumber } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { CardTable } from '#client/ui/card-table.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { PageHeading, toSettings } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import { ownMembership } from '#domain/membership.ts';
import {
  type ClubMember,
  type ClubMemberWrite,
  figuresOf,
  type PastSeason as Past,
  type SeasonList,
} from '#domain/seasons.ts';
import { EndSeason } from './end-season.tsx';
import { PastSeason } from './past-season.tsx';
import { clubAddress, clubQuery, seasonsQuery } from './queries.ts';
import { seasonsTexts as texts } from './texts.ts';

/** /admin/seasons: the end of this season, the members of the club, and past seasons (docs/decisions/removal-and-seasons.md). */
export function Component() {
  return useAdministrator() && <Seasons />;
}

function Seasons() {
  const query = useQuery(seasonsQuery);
  const { search } = useUrlState();
  const opened = query.data?.seasons.find(({ id }) => id === search.get('season'));
  if (opened) return <PastSeason key={opened.id} season={opened} />;
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} back={toSettings} />
      <Loaded query={query} failed={texts.loadFailed} height="24rem">
        {(data) => (
          <div className={layout.stackL}>
            <EndSeason seasons={data} />
            <ClubMembers seasons={data.seasons} />
            <PastSeasons seasons={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function PastSeasons({ seasons: { seasons } }: { seasons: SeasonList }) {
  return (
    <Panel title={texts.past.title}>
      <div className={layout.stackM}>
        {seasons.length > 0 ? (
          <Numbers seasons={seasons} />
        ) : (
          <p className={typography.soft}>{texts.past.none}</p>
        )}
        <TextLink to="/admin/settings/seasons">{texts.settings}</TextLink>
      </div>
    </Panel>
  );
}

/** The numbers of the seasons beside each other. */
function Numbers({ seasons }: { seasons: readonly Past[] }) {
  return (
    <CardTable
      columns={[texts.past.season, texts.past.ended, ...texts.past.numbers]}
      rows={seasons.map(({ id, name, endedAt, numbers }) => ({
        key: id,
        head: (
          <TextLink to={`?season=${id}`}>
            <bdi>{name}</bdi>
          </TextLink>
        ),
        cells: [dayText(endedAt, ''), ...figuresOf(numbers).map((figure) => formatNumber(figure))],
      }))}
    />
  );
}

const clubTexts = texts.club;

/** The members of the club today, or those who became one in a past season. */
function ClubMembers({ seasons }: { seasons: readonly Past[] }) {
  const [season, setSeason] = useState('');
  const query = useQuery(clubQuery(season));
  return (
    <Panel title={clubTexts.title} subtitle={clubTexts.about}>
      <div className={layout.stackL}>
        <div className={layout.actions}>
          <SelectField
            label={clubTexts.season}
            value={season}
            options={[
              { value: '', label: clubTexts.today },
              ...seasons.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => setSeason(currentTarget.value)}
          />
          <ButtonAnchor href={`${clubAddress}.csv${season && `?season=${season}`}`} download>
            {clubTexts.export}
          </ButtonAnchor>
        </div>
        <Loaded query={query} failed={texts.loadFailed} height="8rem">
          {(data) => <Rows members={data.members} isPast={season !== ''} />}
        </Loaded>
      </div>
    </Panel>
  );
}

function Rows({ members, isPast }: { members: readonly ClubMember[]; isPast: boolean }) {
  if (members.length === 0) return <p className={typography.soft}>{clubTexts.none}</p>;
  return (
    <CardTable
      columns={clubTexts.columns}
      rows={members.map((member) => ({
        key: member.uid,
        head: (
          <>
            <bdi>{member.fullName}</bdi>
            {member.leftOn !== null && (
              <p className={typography.fact}>{clubTexts.left(dayText(member.leftOn, ''))}</p>
            )}
          </>
        ),
        cells: [
          member.track ? trackLabels[member.track] : clubTexts.noTrack,
          isPast ? <bdi key="role">{member.role}</bdi> : <Role key="role" {...member} />,
          dayText(member.since, ''),
          <Contact key="contact" member={member} isPast={isPast} />,
        ],
      }))}
    />
  );
}

function Role({ uid, fullName, role }: ClubMember) {
  const write = useWrite(uid);
  const [typed, setTyped] = useState(role);
  return (
    <TextField
      aria-label={clubTexts.role(fullName)}
      maxLength={120}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => typed.trim() !== role && write.mutate({ role: typed })}
    />
  );
}

function Contact({ member, isPast }: { member: ClubMember; isPast: boolean }) {
  const { uid, email, contactNumber, leftOn } = member;
  const write = useWrite(uid);
  return (
    <div className={`${layout.stackXs} ${layout.start}`}>
      <bdi className={typography.wrap}>{email}</bdi>
      <p className={typography.fact}>{contactNumber}</p>
      {!isPast && (
        <Button
          variant="subtle"
          size="sm"
          busy={write.isPending}
          onClick={() => write.mutate({ left: leftOn === null })}
        >
          {leftOn === null ? clubTexts.leave : clubTexts.return}
        </Button>
      )}
    </div>
  );
}

function useWrite(uid: string) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: ClubMemberWrite) =>
      request(`${clubAddress}/${encodeURIComponent(uid)}`, ownMembership, { method: 'PATCH', body }),
    onError: (error) => notify({ tone: 'error', text: `${clubTexts.failed} ${failureMessage(error)}` }),
    onSettled: () => client.invalidateQueries({ queryKey: seasonsKey }),
  });
}
