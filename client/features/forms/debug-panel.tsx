import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { formTestTexts } from '#domain/form-test.ts';
import classes from './debug-panel.module.css';
import type { Exchange } from './watched-submission.ts';

/** Shows the last exchange: request, status, response and duration. */
export function DebugPanel({ exchange }: { exchange: Exchange | undefined }) {
  if (!exchange) {
    return (
      <Panel title="Debug">
        <p className={classes.nothing}>{formTestTexts.nothingYet}</p>
      </Panel>
    );
  }
  const { url, body, status, answer, milliseconds } = exchange;
  return (
    <Panel
      title="Debug"
      aside={<Badge tone={answer.sent ? 'success' : 'warning'}>{answer.sent ? 'Accepted' : 'Refused'}</Badge>}
    >
      <dl className={classes.rows}>
        <Row label="Request">
          <span className={classes.address}>POST {url}</span>
          <Code value={body} />
        </Row>
        <Row label="Status">{status ?? 'Not known'}</Row>
        <Row label="Answer">
          <Code value={answer} />
        </Row>
        <Row label="Time">{milliseconds.toLocaleString('en-US')} ms</Row>
      </dl>
    </Panel>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Code({ value }: { value: object }) {
  return <pre className={classes.code}>{JSON.stringify(value, null, 2)}</pre>;
}
