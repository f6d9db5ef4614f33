import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { momentText } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import type { MemberAccount } from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { useEndSessions, useResetLink, useSendAgain } from './mutations.ts';
import { accountQuery } from './queries.ts';
import { signInTexts as texts } from './texts.ts';

export function SignInPanel({ member }: { member: Member }) {
  const query = useQuery(accountQuery(member.uid));
  return (
    <Panel plain title={texts.title}>
      <div className={layout.stackL}>
        {query.data ? (
          <DescriptionList rows={rowsOf(query.data)} />
        ) : (
          <Unloaded query={query} failed={texts.loadFailed}>
            <DescriptionList rows={loadingRows} />
          </Unloaded>
        )}
        {query.data && query.data.refusedMails > 0 && (
          <SendAgain uid={member.uid} mails={query.data.refusedMails} />
        )}
        <Actions uid={member.uid} />
      </div>
    </Panel>
  );
}

interface Row {
  label: string;
  value: ReactNode;
}

/** The rows of every account, so that what stands below them stays in its place. */
const loadingRows: Row[] = [
  texts.address,
  texts.password,
  texts.lastSignIn,
  texts.sessions,
  texts.wrongPasswords,
]
  .map((label): Row => ({ label, value: <Skeleton width="7rem" height="1.25rem" /> }))
  // Every account has been sent one, of which a line has no room for all.
  .concat({ label: texts.mails, value: <Skeleton height="4.65rem" /> });

function rowsOf(account: MemberAccount): Row[] {
  const { delayedUntil, formerEmail, lastSignInAt, resetLinkUntil, sessions } = account;
  return [
    { label: texts.address, value: addressText(account) },
    { label: texts.password, value: texts.passwords[account.password] },
    { label: texts.lastSignIn, value: lastSignInAt ? momentText(lastSignInAt) : texts.never },
    { label: texts.sessions, value: sessions > 0 ? texts.sessionCount(sessions) : texts.noSession },
    {
      label: texts.wrongPasswords,
      value: delayedUntil ? texts.delayed(momentText(delayedUntil)) : texts.notDelayed,
    },
    ...(resetLinkUntil ? [{ label: texts.link, value: texts.linkUntil(momentText(resetLinkUntil)) }] : []),
    ...(formerEmail
      ? [
          {
            label: texts.former,
            value: texts.formerUntil(formerEmail.email, momentText(formerEmail.until)),
          },
        ]
      : []),
    { label: texts.mails, value: <Mails {...account} /> },
  ];
}

function addressText({ confirmed, sendsMail }: MemberAccount): string {
  if (confirmed) return texts.confirmed;
  return sendsMail ? texts.unconfirmed : texts.noMail;
}

function Mails({ mails, sendsMail }: MemberAccount) {
  if (mails.length === 0) return texts.noMails;
  return (
    <ul className={layout.stackS}>
      {mails.map(({ kind, createdAt, state, fault }) => (
        <li key={`${kind} ${createdAt}`} data-state={state}>
          {texts.mailKinds[kind]}, <time dateTime={createdAt}>{momentText(createdAt)}</time>:{' '}
          {state === 'sent' && !sendsMail ? texts.written : texts.mailStates[state]}
          {state !== 'sent' && fault && <p className={typography.note}>{fault}</p>}
        </li>
      ))}
    </ul>
  );
}

/** For an address that was corrected, or accepts emails again. */
function SendAgain({ uid, mails }: { uid: string; mails: number }) {
  const again = useSendAgain(uid);
  return (
    <div className={layout.stackM}>
      <p className={typography.note}>{texts.refusedMails(mails)}</p>
      <div className={layout.row}>
        <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
          {texts.sendAgain}
        </Button>
      </div>
      {again.isError && (
        <Notice tone="error">
          {texts.failed} {failureMessage(again.error)}
        </Notice>
      )}
    </div>
  );
}

function Actions({ uid }: { uid: string }) {
  const link = useResetLink(uid);
  const sessions = useEndSessions(uid);
  const [copied, setCopied] = useState(false);
  const busy = link.isPending || sessions.isPending;
  const failure = link.error ?? sessions.error;

  async function makeLink() {
    sessions.reset();
    const made = await link.mutateAsync().catch(() => null);
    setCopied(made !== null && (await copyText(made.url)));
  }

  function endSessions() {
    link.reset();
    sessions.mutate();
  }

  return (
    <div className={layout.stackM}>
      <div className={layout.row}>
        <Button size="sm" busy={busy} onClick={() => void makeLink()}>
          {texts.copyLink}
        </Button>
        <Button size="sm" busy={busy} onClick={endSessions}>
          {texts.endSessions}
        </Button>
      </div>
      <div role="status">
        {link.data && <p>{copied ? texts.linkCopied : texts.linkNotCopied}</p>}
        {sessions.data && <p>{texts.ended(sessions.data.ended)}</p>}
      </div>
      {link.data && (
        <TextField
          label={texts.linkField}
          description={texts.linkHint}
          readOnly
          value={link.data.url}
          onFocus={(event) => event.currentTarget.select()}
          after={<CopyButton text={link.data.url} label={texts.copyAgain} />}
        />
      )}
      {failure && (
        <Notice tone="error">
          {texts.failed} {failureMessage(failure)}
        </Notice>
      )}
    </div>
  );
}
