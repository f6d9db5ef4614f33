import { useEffect, useRef } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import state from '#client/ui/empty-state.module.css';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconCloudUpload } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { IconTile } from '#client/ui/tile.tsx';
import { recoveryMessages } from '#domain/recovery.ts';
import { pendingTexts as texts } from './texts.ts';

interface SubmissionPendingProps {
  /** Why it was not recorded; null if that happened before the page was loaded, and while it is tried again. */
  failure: Error | null;
  busy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** Shown when a message was sent but its project was not recorded; retries the recording only. */
export function SubmissionPending({ failure, busy, onRetry, onDiscard }: SubmissionPendingProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  const noRecord = failure instanceof ApiFailure && failure.code === 'MEMBER_NOT_FOUND';

  return (
    <Panel>
      <div className={`${layout.stackM} ${state.state}`}>
        <IconTile icon={IconCloudUpload} tone="warning" size="l" />
        <div ref={content} tabIndex={-1} role="status" className={`${layout.stackM} ${state.text}`}>
          <h2 className={state.title}>{texts.title}</h2>
          <p>{noRecord ? texts.noRecord : texts.text}</p>
        </div>
        {failure && !noRecord && <Notice tone="error">{failureMessage(failure)}</Notice>}
        <div className={`${layout.row} ${state.action}`}>
          {noRecord && <ButtonLink to="/data-recovery">{recoveryMessages.title}</ButtonLink>}
          <Button
            variant={noRecord ? 'default' : 'filled'}
            busy={busy}
            leftSection={busy && <HexSpinner size={18} />}
            onClick={onRetry}
          >
            {busy ? texts.retrying : texts.retry}
          </Button>
          <Button variant="default" busy={busy} onClick={onDiscard}>
            {texts.discard}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
