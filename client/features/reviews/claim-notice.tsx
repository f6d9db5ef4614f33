import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { claimSubmission, leaveSubmission } from '#client/member-ui/reviews/claims.ts';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { type Claim, claimTexts as texts } from '#domain/claims.ts';
import classes from './review-page.module.css';
import type { useDesk } from './use-desk.ts';

/** Milliseconds on the screen after which a submission that was looked up is open, and between renewals by somebody's work. */
const openAfter = 500;
const renewAfter = 60_000;

interface ClaimNoticeProps {
  uid: string;
  claim: Claim | null;
  desk: ReturnType<typeof useDesk>;
}

/** Opens the submission on the screen for this reviewer, and says who else has it open. */
export function ClaimNotice({ uid, claim, desk }: ClaimNoticeProps) {
  const client = useQueryClient();
  const notifyOnFailure = useNotifyOnFailure();
  const [hadIt, setHadIt] = useState(false);
  const isMine = claim?.mine ?? false;
  if (isMine && !hadIt) setHadIt(true);
  useOwnClaim({ uid, claim, desk });
  const other = claim && !isMine ? claim.by : null;
  const passOn = useEffectEvent(() => desk.passOn(uid));
  useEffect(() => {
    if (other !== null && !hadIt) passOn();
  }, [other, hadIt]);
  const takeOver = () =>
    void notifyOnFailure(claimSubmission(client, uid, { takeOver: true }), (text) => ({ text }));
  return (
    <div className={classes.notice} aria-live="polite">
      {other !== null && (
        <Notice tone="info" inLiveRegion>
          <span className={layout.line}>
            {hadIt ? texts.takenOver(other) : texts.open(other)}
            <LinkButton onClick={takeOver}>{texts.takeOver}</LinkButton>
          </span>
        </Notice>
      )}
    </div>
  );
}

/** Claims what is free, renews that while somebody works here, and leaves it with the page. */
function useOwnClaim({ uid, claim, desk }: ClaimNoticeProps): void {
  const client = useQueryClient();
  const isWanted = claim === null && desk.shownQueue?.alone === false;
  const isMine = claim?.mine ?? false;
  const isAssigned = desk.isAssigned(uid);

  // Without a connection nothing is claimed, and the next activity tries again.
  const open = useEffectEvent(() => void claimSubmission(client, uid).catch(() => {}));

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => open(), isAssigned ? 0 : openAfter);
    return () => clearTimeout(timer);
  }, [isWanted, isAssigned]);

  useEffect(() => {
    if (!isMine) return;
    let last = Date.now();
    const onActivity = () => {
      if (Date.now() - last < renewAfter) return;
      last = Date.now();
      open();
    };
    const leave = () => void leaveSubmission(client, uid).catch(() => {});
    const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel'];
    for (const sign of signs) document.addEventListener(sign, onActivity, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      for (const sign of signs) document.removeEventListener(sign, onActivity);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [client, uid, isMine]);
}
