import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import {
  accessTexts,
  type HealthFact,
  health,
  integrity,
  healthTexts as texts,
  toolTexts,
  type Verdict,
} from '#domain/diagnostics.ts';
import classes from './state.module.css';

/** /admin/health: the state of database, mail and process, each with a verdict and advice. */
export function Component() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['diagnostics', 'health'],
    queryFn: ({ signal }) => request('/api/diagnostics/health', health, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin-dashboard', label: toolTexts.back }}
        actions={
          <>
            <ButtonLink to="/admin/access" variant="default">
              {accessTexts.title}
            </ButtonLink>
            <Button
              busy={isFetching}
              leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden="true" />}
              onClick={() => void refetch()}
            >
              {texts.again}
            </Button>
          </>
        }
      />
      {error && <LoadFailure title={texts.loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && !error && (
        <div className={classes.groups}>
          {data.groups.map(({ title, facts }) => (
            <Panel key={title} title={title}>
              <ul className={classes.facts}>
                {facts.map((fact) => (
                  <Fact key={fact.label} fact={fact} />
                ))}
              </ul>
            </Panel>
          ))}
          <IntegrityPanel />
        </div>
      )}
    </>
  );
}

const looks = {
  good: { tone: 'success', icon: IconCircleCheck },
  attention: { tone: 'warning', icon: IconAlertTriangle },
  bad: { tone: 'error', icon: IconCircleX },
} as const satisfies Partial<Record<Verdict, unknown>>;

function Fact({ fact: { label, value, verdict, advice } }: { fact: HealthFact }) {
  const look = verdict === 'info' ? null : looks[verdict];
  return (
    <li className={classes.fact}>
      <div className={classes.line}>
        <span className={classes.label}>{label}</span>
        <span className={classes.found}>
          <span className={classes.value}>{value}</span>
          {look && (
            <Badge tone={look.tone} icon={look.icon}>
              {texts.verdicts[verdict]}
            </Badge>
          )}
        </span>
      </div>
      {advice && (
        <p className={classes.advice}>
          <Advice text={advice} />
        </p>
      )}
    </li>
  );
}

/** Text in backticks is a command. */
function Advice({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className={classes.command}>
        {part}
      </code>
    ),
  );
}

function IntegrityPanel() {
  const check = useMutation({ mutationFn: () => request('/api/diagnostics/integrity', integrity) });
  return (
    <Panel title={texts.integrityTitle} subtitle={texts.integrityAbout}>
      <Button variant="default" busy={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? texts.integrityRunning : texts.integrityRun}
      </Button>
      <div className={classes.result} aria-live="polite">
        {check.error && <Notice tone="error">{texts.integrityFailed(failureMessage(check.error))}</Notice>}
        {check.data && (
          <ul className={classes.facts}>
            {check.data.checks.map(({ name, faults }) => (
              <Fact
                key={name}
                fact={{
                  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
                  value: '',
                  verdict: faults.length === 0 ? 'good' : 'bad',
                  advice: faults.length === 0 ? null : texts.integrityFaults(faults),
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Waiting() {
  return (
    <div className={classes.groups}>
      <LoadingNote />
      {['a', 'b', 'c', 'd'].map((panel) => (
        <Panel key={panel}>
          <div className={layout.stackXl}>
            <Skeleton width="7rem" height="22px" />
            <Skeleton height="18px" />
            <Skeleton height="18px" />
            <Skeleton height="18px" />
            <Skeleton width="60%" height="18px" />
          </div>
        </Panel>
      ))}
    </div>
  );
}
