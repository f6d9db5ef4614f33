// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seasonsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { dayText } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import table from '#client/ui/table.module.css';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import { ownMembership } from '#domain/membership.ts';
import type { ClubMember, ClubMemberWrite, PastSeason } from '#domain/seasons.ts';
import { clubAddress, clubQuery } from './queries.ts';
import { seasonsTexts } from './texts.ts';

const texts = seasonsTexts.club;

/** The members of the club today, or those who became one in a past season. */
export function ClubMembers({ seasons }: { seasons: readonly PastSeason[] }) {
  const [season, setSeason] = useState('');
  const query = useQuery(clubQuery(season));
  const { data } = query;
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      <div className={layout.stackL}>
        <div className={layout.ends}>
          <SelectField
            label={texts.season}
            value={season}
            options={[
              { value: '', label: texts.today },
              ...seasons.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => setSeason(currentTarget.value)}
          />
          <ButtonAnchor
            variant="default"
            size="sm"
            href={`${clubAddress}.csv${season && `?season=${season}`}`}
            download
          >
            {texts.export}
          </ButtonAnchor>
        </div>
        {data ? (
          <Rows members={data.members} isPast={season !== ''} />
        ) : (
          <Unloaded query={query} failed={seasonsTexts.loadFailed}>
            <Skeleton height="8rem" />
          </Unloaded>
        )}
      </div>
    </Panel>
  );
}

function Rows({ members, isPast }: { members: readonly ClubMember[]; isPast: boolean }) {
  if (members.length === 0) return <p className={typography.soft}>{texts.none}</p>;
  return (
    <table role="table" className={`${table.table} ${table.cards}`}>
      <thead role="rowgroup">
        <tr role="row">
          {texts.columns.map((label) => (
            <th key={label} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {members.map((member) => (
          <Row key={member.uid} member={member} isPast={isPast} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ member, isPast }: { member: ClubMember; isPast: boolean }) {
  const { uid, fullName, track, role, since, leftOn, email, contactNumber } = member;
  const write = useWrite(uid);
  const [typed, setTyped] = useState(role);
  const [, trackLabel, roleLabel, sinceLabel, contactLabel] = texts.columns;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <bdi>{fullName}</bdi>
        {leftOn !== null && <p className={typography.fact}>{texts.left(dayText(leftOn, ''))}</p>}
      </th>
      <td role="cell" data-label={trackLabel}>
        {track ? trackLabels[track] : texts.noTrack}
      </td>
      <td role="cell" data-label={roleLabel}>
        {isPast ? (
          <bdi>{role}</bdi>
        ) : (
          <TextField
            aria-label={texts.role(fullName)}
            maxLength={120}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={() => typed.trim() !== role && write.mutate({ role: typed })}
          />
        )}
      </td>
      <td role="cell" data-label={sinceLabel}>
        {dayText(since, '')}
      </td>
      <td role="cell" data-label={contactLabel}>
        <bdi className={typography.wrap}>{email}</bdi>
        <p className={typography.fact}>{contactNumber}</p>
        {!isPast && (
          <Button
            variant="subtle"
            size="sm"
            busy={write.isPending}
            onClick={() => write.mutate({ left: leftOn === null })}
          >
            {leftOn === null ? texts.leave : texts.return}
          </Button>
        )}
      </td>
    </tr>
  );
}

function useWrite(uid: string) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: ClubMemberWrite) =>
      request(`${clubAddress}/${encodeURIComponent(uid)}`, ownMembership, { method: 'PATCH', body }),
    onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    onSettled: () => client.invalidateQueries({ queryKey: seasonsKey }),
  });
}
