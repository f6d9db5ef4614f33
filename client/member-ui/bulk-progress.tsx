import { failureMessage } from '#client/lib/api.ts';
import { formatCount, formatNumber, momentText } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import { memberAddress } from './member-address.ts';

const texts = {
  label: 'Emails',
  sent: (sent: number, total: number) =>
    `${formatNumber(sent)} of ${formatCount(total, 'email', 'emails')} sent`,
  written: (count: number) =>
    `This portal has no mail server: ${formatCount(count, 'email is only saved as a file', 'emails are only saved as files')} on the server.`,
  parked: (count: number) =>
    `The mail server accepts no emails at the moment. ${formatCount(count, 'email waits', 'emails wait')} and will be sent once it does.`,
  health: 'See the health page',
  waiting: (count: number, perDay: number) =>
    `${formatCount(count, 'email waits', 'emails wait')}; at most ${formatNumber(perDay)} go out within 24 hours.`,
  end: (moment: string) => `The last one is expected on ${moment}.`,
  stopped: (count: number) => `${formatCount(count, 'email is', 'emails are')} stopped.`,
  refused: (count: number) => `${formatNumber(count)} refused. There’s most likely no mailbox at:`,
  moreRefused: (count: number) => `and ${formatNumber(count)} more`,
  showRefused: 'Show all refused addresses',
  notReached: (count: number) => `${formatCount(count, 'member', 'members')} couldn’t be reached.`,
  stop: 'Stop Emails',
  continue: 'Continue Emails',
} as const;

interface BulkProgressViewProps {
  emails: BulkProgress;
  /** Stops or continues them; null if that is no longer possible. */
  choice: { mutate: (stopped: boolean) => void; isPending: boolean; error: Error | null } | null;
}

/** How far bulk emails have got, and how to stop and continue them. */
export function BulkProgressView({ emails, choice }: BulkProgressViewProps) {
  const { total, sent, waiting, stopped, failed, givenUp, perDay, sendsMail, parked, expectedEnd } = emails;
  const canContinue = stopped + givenUp > 0;
  return (
    <div className={layout.stackM}>
      <progress max={Math.max(1, total)} value={sent} aria-label={texts.label} />
      <div className={layout.stackS} aria-live="polite">
        <p>{sendsMail ? texts.sent(sent, total) : texts.written(total)}</p>
        {waiting > 0 && !parked && <p className={typography.soft}>{texts.waiting(waiting, perDay)}</p>}
        {waiting > 0 && parked && (
          <p>
            {texts.parked(waiting)} <TextLink to="/admin/health">{texts.health}</TextLink>
          </p>
        )}
        {expectedEnd && <p className={typography.soft}>{texts.end(momentText(expectedEnd))}</p>}
        {stopped > 0 && <p className={typography.soft}>{texts.stopped(stopped)}</p>}
        {emails.refused > 0 && <Refused emails={emails} />}
        {failed > 0 && <p className={typography.soft}>{texts.notReached(failed)}</p>}
      </div>
      {choice && (waiting > 0 || canContinue) && (
        <div className={layout.row}>
          <Button size="sm" busy={choice.isPending} onClick={() => choice.mutate(waiting > 0)}>
            {waiting > 0 ? texts.stop : texts.continue}
          </Button>
        </div>
      )}
      {choice?.error && <Notice tone="error">{failureMessage(choice.error)}</Notice>}
    </div>
  );
}

/** Each address can be corrected on its member's page. */
function Refused({ emails: { refused, refusedMembers } }: { emails: BulkProgress }) {
  const more = refused - refusedMembers.length;
  return (
    <>
      <p className={typography.soft}>{texts.refused(refused)}</p>
      <ul className={typography.bullets}>
        {refusedMembers.map(({ uid, fullName, email }) => (
          <li key={uid}>
            <TextLink to={memberAddress(uid)}>
              <EmailText email={email} />
            </TextLink>{' '}
            <bdi>{fullName}</bdi>
          </li>
        ))}
        {more > 0 && <li>{texts.moreRefused(more)}</li>}
      </ul>
      <p>
        <TextLink to="/admin?address=refused">{texts.showRefused}</TextLink>
      </p>
    </>
  );
}
