import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useReconnect } from '#client/lib/reconnect.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { formTestTexts } from '#domain/form-test.ts';
import { DebugPanel } from './debug-panel.tsx';
import { formService, isUnreached } from './form-service.ts';
import classes from './form-test-page.module.css';
import { TestForm } from './test-form.tsx';
import { type Exchange, submitWatched } from './watched-submission.ts';

/** /formspree-test: sends a message and shows the exchange (spec, points 2 and 4). */
export function Component() {
  const send = useMutation({
    mutationFn: (fields: Record<string, string>) => submitWatched(formService().testForm, fields),
  });
  const exchange = send.data;
  useReconnect(() => exchange && isUnreached(exchange.answer) && send.reset());
  // The exchange stays visible while another message is being written.
  const [finished, setFinished] = useState<Exchange>();

  return (
    <>
      <PageHeading title={formTestTexts.title} subtitle={formTestTexts.subtitle} />
      <div className={classes.columns}>
        {exchange?.answer.sent && exchange !== finished ? (
          <Sent onAgain={() => setFinished(exchange)} />
        ) : (
          <Panel title={formTestTexts.formTitle}>
            <TestForm
              busy={send.isPending}
              outcome={exchange?.answer}
              onSend={(values) => send.mutate(values)}
            />
          </Panel>
        )}
        <DebugPanel exchange={exchange} />
      </div>
    </>
  );
}

/** Replaces the form once it is sent. It takes the focus because the focused button has disappeared. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  return (
    <Panel>
      <div className={classes.sent}>
        <HexIcon icon={IconCircleCheck} tone="success" size="l" />
        <div ref={content} tabIndex={-1} role="status" className={classes.content}>
          <h2>{formTestTexts.sent}</h2>
          <p>{formTestTexts.sentDetail}</p>
        </div>
        <Button variant="default" onClick={onAgain}>
          {formTestTexts.again}
        </Button>
      </div>
    </Panel>
  );
}
