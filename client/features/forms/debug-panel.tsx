import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { formTestTexts } from '#domain/form-test.ts';
import classes from './debug-panel.module.css';
import type { Exchange } from './watched-submission.ts';

const texts = formTestTexts.exchange;

/** Shows the last exchange: request, status, response and duration. */
export function DebugPanel({ exchange }: { exchange: Exchange | undefined }) {
  if (!exchange) {
    return (
      <Panel title={texts.title}>
        <p className={typography.soft}>{formTestTexts.nothingYet}</p>
      </Panel>
    );
  }
  const { url, body, status, answer, milliseconds } = exchange;
  return (
    <Panel
      title={texts.title}
      aside={
        <Badge tone={answer.sent ? 'success' : 'warning'}>
          {answer.sent ? texts.accepted : texts.refused}
        </Badge>
      }
    >
      <dl className={layout.stackL}>
        <Row label={texts.request}>
          <span className={classes.address}>{texts.sentTo(url)}</span>
          <Code value={body} />
        </Row>
        <Row label={texts.status}>{status ?? texts.unknownStatus}</Row>
        <Row label={texts.answer}>
          <Code value={answer} />
        </Row>
        <Row label={texts.time}>{texts.milliseconds(milliseconds.toLocaleString('en-US'))}</Row>
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
