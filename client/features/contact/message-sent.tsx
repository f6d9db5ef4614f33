import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { contactMessages } from '#domain/contact-form.ts';
import classes from './message-sent.module.css';

/** Replaces the form once a message is sent. It takes the focus because the focused button has disappeared. */
export function MessageSent({ onAgain }: { onAgain: () => void }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Panel>
      <div className={classes.sent}>
        <HexIcon icon={IconCircleCheck} color="var(--success)" size={72} />
        <div ref={text} tabIndex={-1} role="status" className={classes.content}>
          <h2>Message sent</h2>
          <p>{contactMessages.sent}</p>
        </div>
        <div className={classes.actions}>
          <ButtonLink to="/timeline">View Timeline</ButtonLink>
          <Button variant="default" onClick={onAgain}>
            Send Another Message
          </Button>
        </div>
      </div>
    </Panel>
  );
}
