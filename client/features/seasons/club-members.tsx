import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seasonsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { dayText } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { CardTable } from '#client/ui/card-table.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
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
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      <div className={layout.stackL}>
        <div className={layout.actions}>
          <SelectField
            label={texts.season}
            value={season}
            options={[
              { value: '', label: texts.today },
              ...seasons.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => setSeason(currentTarget.value)}
          />
          <ButtonAnchor href={`${clubAddress}.csv${season && `?season=${season}`}`} download>
            {texts.export}
          </ButtonAnchor>
        </div>
        <Loaded query={query} failed={seasonsTexts.loadFailed} height="8rem">
          {(data) => <Rows members={data.members} isPast={season !== ''} />}
        </Loaded>
      </div>
    </Panel>
  );
}

function Rows({ members, isPast }: { members: readonly ClubMember[]; isPast: boolean }) {
  if (members.length === 0) return <p className={typography.soft}>{texts.none}</p>;
  return (
    <CardTable
      columns={texts.columns}
      rows={members.map((member) => ({
        key: member.uid,
        head: (
          <>
            <bdi>{member.fullName}</bdi>
            {member.leftOn !== null && (
              <p className={typography.fact}>{texts.left(dayText(member.leftOn, ''))}</p>
            )}
          </>
        ),
        cells: [
          member.track ? trackLabels[member.track] : texts.noTrack,
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
      aria-label={texts.role(fullName)}
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
          {leftOn === null ? texts.leave : texts.return}
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
    onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    onSettled: () => client.invalidateQueries({ queryKey: seasonsKey }),
  });
}
