import { useQuery } from '@tanstack/react-query';
import { failureMessage, request } from '#client/lib/api.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { valueClass } from '#client/ui/description-list.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconAlertTriangle, IconCircleX, IconRefresh } from '#client/ui/page-icons.ts';
import { Panel, Summary } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import {
  accessTexts,
  type HealthFact,
  health,
  integrity,
  healthTexts as texts,
  toolTexts,
} from '#domain/diagnostics.ts';
import classes from './tools.module.css';

/** /admin/health: the state of database, mail and process, each with a verdict and advice. */
export function Component() {
  const query = useQuery(readQuery(['diagnostics', 'health'], '/api/diagnostics/health', health));
  const { data, error, isFetching, refetch } = query;
  const wrong = data?.groups.flatMap(({ facts }) => facts.filter(isWrong)) ?? [];
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin-dashboard', label: toolTexts.back }}
        actions={
          <>
            <ButtonLink to="/admin/access">{accessTexts.title}</ButtonLink>
            <Button busy={isFetching} icon={IconRefresh} onClick={() => void refetch()}>
              {texts.again}
            </Button>
          </>
        }
      />
      {(!data || error) && (
        <Unloaded query={query} failed={texts.loadFailed}>
          <Skeleton height="24rem" />
        </Unloaded>
      )}
      {data && !error && (
        <details className={layout.stackL} open={wrong.length > 0}>
          <Summary className={typography.name}>
            {wrong.length > 0 ? texts.wrong(wrong.length) : texts.allWell}
          </Summary>
          <div className={layout.sheet}>
            {wrong.length > 0 && (
              <Panel>
                <Facts facts={wrong} />
              </Panel>
            )}
            {data.groups.map(({ title, facts }) => (
              <Panel key={title} title={title}>
                <Facts facts={facts.filter((fact) => !isWrong(fact))} />
              </Panel>
            ))}
            <IntegrityPanel />
          </div>
        </details>
      )}
    </>
  );
}

const isWrong = ({ verdict }: HealthFact) => verdict === 'attention' || verdict === 'bad';

const looks = {
  good: { tone: 'success', icon: IconCircleCheck },
  attention: { tone: 'warning', icon: IconAlertTriangle },
  bad: { tone: 'error', icon: IconCircleX },
} as const;

function Facts({ facts }: { facts: readonly HealthFact[] }) {
  return (
    <ul className={layout.divided}>
      {facts.map(({ label, value, verdict, advice }) => (
        <li key={label} className={classes.fact}>
          <div className={layout.media}>
            <span className={typography.soft}>{label}</span>
            <span className={layout.line}>
              {value && <span className={valueClass(value)}>{value}</span>}
              {/* A fact without a value says only this. */}
              {verdict !== 'info' && (verdict !== 'good' || value === '') && (
                <Badge {...looks[verdict]}>{texts.verdicts[verdict]}</Badge>
              )}
            </span>
          </div>
          {advice && (
            <p className={`${typography.note} ${typography.prose} ${typography.wrap}`}>
              <Advice text={advice} />
            </p>
          )}
        </li>
      ))}
    </ul>
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
  const facts = check.data?.checks.map(({ name, faults }): HealthFact => {
    const isGood = faults.length === 0;
    return {
      label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      value: '',
      verdict: isGood ? 'good' : 'bad',
      advice: isGood ? null : texts.integrityFaults(faults),
    };
  });
  return (
    <Panel title={texts.integrityTitle} subtitle={texts.integrityAbout}>
      <div className={layout.actions}>
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? texts.integrityRunning : texts.integrityRun}
        </Button>
      </div>
      <div className={layout.above} aria-live="polite">
        {check.error && <Notice tone="error">{texts.integrityFailed(failureMessage(check.error))}</Notice>}
        {facts && <Facts facts={facts} />}
      </div>
    </Panel>
  );
}
