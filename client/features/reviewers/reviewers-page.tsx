import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reviewersKey, reviewKey } from '#client/lib/admin-keys.ts';
import { command, failureMessage, request } from '#client/lib/api.ts';
import { dayText, formatNumber, momentText } from '#client/lib/format.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { CardTable } from '#client/ui/card-table.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { EmailField } from '#client/ui/field.tsx';
import { HandedLink } from '#client/ui/handed-link.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { PageHeading, toSettings } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { AskingButton } from '#client/ui/question.tsx';
import typography from '#client/ui/typography.module.css';
import { type ReviewFigures as ReviewFiguresData, reviewFigures } from '#domain/opinions.ts';
import { invitationLink, type ReviewerList, reviewerInvitation, reviewerList } from '#domain/reviewers.ts';

const texts = {
  title: 'Reviewers',
  subtitle:
    'They review submissions, each with a separate account. Contact numbers, the inbox, results, members’ details and settings stay closed to them.',
  loadFailed: 'The reviewers couldn’t be loaded.',
  invite: {
    title: 'Invite a reviewer',
    email: 'Email',
    hint: 'A member of an earlier season keeps their account. Applicants of this season can’t review.',
    send: 'Send Invitation',
    sending: 'Sending...',
  },
  sent: (email: string, until: string) => `An invitation is on its way to ${email}. It works until ${until}.`,
  written: (email: string, until: string) =>
    `The portal sends no email yet: hand this link to ${email} yourself. It works until ${until}.`,
  linkHint: 'It works once, and is shown only here.',
  people: 'Reviewers',
  nobody: 'Nobody yet. You review alone.',
  since: (day: string) => `since ${day}`,
  isMember: 'also a member',
  end: 'End Role',
  ended: (name: string) => `${name} is no longer a reviewer.`,
  question: {
    title: (name: string) => `End ${name}’s role?`,
    goes: 'They’re signed out everywhere within a second, and their account is removed. Their reviews stay, with their name.',
    stays:
      'They’re signed out everywhere within a second, and stay a member. Their reviews stay, with their name.',
    yes: 'End Role',
    no: 'Keep',
  },
  open: 'Open invitations',
  noInvitation: 'None.',
  until: (moment: string) => `works until ${moment}`,
  mail: { sent: 'email sent', waiting: 'email on its way', refused: 'email refused: hand over a new link' },
  again: 'Send Again',
  revoke: 'Revoke',
  revoked: (email: string) => `The invitation of ${email} is revoked.`,
  failed: 'That didn’t work.',
} as const;

const figuresTexts = {
  title: 'Opinions',
  loadFailed: 'The figures couldn’t be loaded.',
  none: 'Nobody has given an opinion yet.',
  columns: ['Reviewer', 'Opinions', 'Mean score', 'Compared with others'],
  missing: '–',
  difference: (by: number) =>
    by === 0 ? 'the same' : `${Math.abs(by).toLocaleString('en-US')} ${by > 0 ? 'higher' : 'lower'}`,
} as const;

const address = '/api/admin/reviewers';

const reviewersQuery = readQuery(reviewersKey, address, reviewerList, { staleTime: untilChanged });

/** A write that ends with the list fetched again. */
function useWrite<Answer, Body>(send: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: reviewersKey }),
  });
}

/** Makes an invitation, whose link is not kept in the cache. */
function useInvite() {
  return useWrite(async (email: string) => ({
    ...(await request(address, invitationLink, { method: 'POST', body: { email } })),
    email,
  }));
}

function useRevoke() {
  return useWrite((id: string) => command(`/api/admin/invitations/${id}`, { method: 'DELETE', body: {} }));
}

function useEndRole() {
  return useWrite((uid: string) =>
    command(`${address}/${encodeURIComponent(uid)}`, { method: 'DELETE', body: {} }),
  );
}

/** /admin/reviewers: who reviews, and who is invited to (docs/decisions/staff.md). */
export function Component() {
  const query = useQuery(reviewersQuery);
  const invite = useInvite();
  const { data } = query;
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} back={toSettings} />
      <div className={layout.stackL}>
        <div className={layout.columns}>
          <InviteForm invite={invite} sendsMail={data?.sendsMail ?? true} />
          {data && (
            <Panel title={texts.open}>
              <Invitations invitations={data.invitations} invite={invite} />
            </Panel>
          )}
        </div>
        <Loaded query={query} failed={texts.loadFailed} height="16rem">
          {(data) => (
            <Panel title={texts.people}>
              <Reviewers reviewers={data.reviewers} />
            </Panel>
          )}
        </Loaded>
        <ReviewFigures />
      </div>
    </>
  );
}

type Invite = ReturnType<typeof useInvite>;

function InviteForm({ invite, sendsMail }: { invite: Invite; sendsMail: boolean }) {
  const form = useCheckedForm({
    initialValues: { email: '' },
    rule: reviewerInvitation,
    submit: async ({ email }) => {
      await invite.mutateAsync(email);
      form.reset();
    },
  });
  const made = invite.data;
  const until = made && momentText(made.until);
  return (
    <Panel title={texts.invite.title}>
      <div className={layout.stackM}>
        <CheckedForm form={form} button={texts.invite.send} busyLabel={texts.invite.sending}>
          <EmailField
            label={texts.invite.email}
            description={texts.invite.hint}
            required
            autoComplete="off"
            {...form.field('email')}
          />
        </CheckedForm>
        <div role="status">
          {made && until && <p>{(sendsMail ? texts.sent : texts.written)(made.email, until)}</p>}
        </div>
        {made && <HandedLink url={made.url} hint={texts.linkHint} />}
      </div>
    </Panel>
  );
}

function Reviewers({ reviewers }: Pick<ReviewerList, 'reviewers'>) {
  const end = useAct(useEndRole());
  if (reviewers.length === 0) return <p className={typography.soft}>{texts.nobody}</p>;
  return (
    <ul className={layout.rows}>
      {reviewers.map((reviewer) => (
        <li key={reviewer.uid} className={layout.ends}>
          <div className={`${layout.stackXs} ${typography.wrap}`}>
            <bdi className={typography.name}>{reviewer.name}</bdi>
            <p className={typography.fact}>
              {[
                reviewer.email,
                texts.since(dayText(reviewer.since, '')),
                ...(reviewer.member ? [texts.isMember] : []),
              ].join(' · ')}
            </p>
          </div>
          <AskingButton
            size="sm"
            question={{
              ...texts.question,
              title: texts.question.title(reviewer.name),
              text: reviewer.member ? texts.question.stays : texts.question.goes,
            }}
            onYes={() => end(reviewer.uid, texts.ended(reviewer.name))}
          >
            {texts.end}
          </AskingButton>
        </li>
      ))}
    </ul>
  );
}

interface InvitationsProps extends Pick<ReviewerList, 'invitations'> {
  invite: Invite;
}

function Invitations({ invitations, invite }: InvitationsProps) {
  const revoke = useAct(useRevoke());
  const notify = useNotify();
  if (invitations.length === 0) return <p className={typography.soft}>{texts.noInvitation}</p>;

  function sendAgain(email: string) {
    invite.mutate(email, {
      onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    });
  }
  return (
    <ul className={layout.rows}>
      {invitations.map(({ id, email, until, mail }) => (
        <li key={id} className={layout.ends}>
          <div className={`${layout.stackXs} ${typography.wrap}`}>
            <bdi className={typography.name}>{email}</bdi>
            <p className={typography.fact}>
              {[texts.until(momentText(until)), ...(mail ? [texts.mail[mail]] : [])].join(' · ')}
            </p>
          </div>
          <div className={layout.row}>
            <Button size="sm" busy={invite.isPending} onClick={() => sendAgain(email)}>
              {texts.again}
            </Button>
            <Button size="sm" onClick={() => revoke(id, texts.revoked(email))}>
              {texts.revoke}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Runs a write, and says what came of it. */
function useAct(write: ReturnType<typeof useRevoke>) {
  const notify = useNotify();
  return (id: string, done: string) =>
    write.mutate(id, {
      onSuccess: () => notify({ tone: 'success', text: done }),
      onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    });
}

// Below the key of reviews, so that a new opinion refreshes it.
const figuresQuery = readQuery([...reviewKey, 'figures'], '/api/admin/review-figures', reviewFigures);

function Figures({ reviewers }: ReviewFiguresData) {
  if (reviewers.length === 0) return <p className={typography.soft}>{figuresTexts.none}</p>;
  return (
    <CardTable
      columns={figuresTexts.columns}
      rows={reviewers.map(({ name, count, mean, difference }) => ({
        key: name,
        head: <bdi>{name}</bdi>,
        cells: [
          formatNumber(count),
          mean === null ? figuresTexts.missing : formatNumber(mean),
          difference === null ? figuresTexts.missing : figuresTexts.difference(difference),
        ],
      }))}
    />
  );
}

/** How many opinions each reviewer has given, the mean of their scores, and how far they are from the others'. */
function ReviewFigures() {
  const query = useQuery(figuresQuery);
  return (
    <Panel title={figuresTexts.title}>
      <Loaded query={query} failed={figuresTexts.loadFailed} height="6rem">
        {(data) => <Figures reviewers={data.reviewers} />}
      </Loaded>
    </Panel>
  );
}
