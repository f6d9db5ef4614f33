// biome-ignore-all lint/a11y/noRedundantRoles: drawn as cards on a phone, they are no table for some browsers
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { failureMessage, request } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import {
  type AccessProof,
  accessProof,
  probeActorLabels,
  probeActors,
  probeOutcomeLabels,
  promisedOutcome,
} from '#domain/diagnostics.ts';
import { accessTexts as texts } from '#domain/diagnostics-texts.ts';
import classes from './state.module.css';

/** /admin/access: who may do what, proved by calling every address as everybody. */
export function Component() {
  const proof = useMutation({
    mutationFn: () => request('/api/diagnostics/access', accessProof, { method: 'POST', body: {} }),
  });
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin/health', label: 'Back to System Health' }}
      />
      <Panel>
        <p className={classes.about}>{texts.about}</p>
        <Button disabled={proof.isPending} onClick={() => proof.mutate()}>
          {proof.isPending ? texts.running : texts.run}
        </Button>
        <div className={classes.result}>
          {proof.error && <Notice tone="error">{texts.failed(failureMessage(proof.error))}</Notice>}
          {proof.data && <Verdict proof={proof.data} />}
        </div>
        {proof.data && <Matrix proof={proof.data} />}
      </Panel>
    </>
  );
}

function Verdict({ proof: { routes } }: { proof: AccessProof }) {
  const wrong = routes.filter(({ asDeclared }) => !asDeclared).length;
  return wrong === 0 ? (
    <Notice tone="success">{texts.holds(routes.length, probeActors.length)}</Notice>
  ) : (
    <Notice tone="error">{texts.broken(wrong)}</Notice>
  );
}

function Matrix({ proof: { routes } }: { proof: AccessProof }) {
  // What is not as declared comes first.
  const sorted = routes.toSorted((a, b) => Number(a.asDeclared) - Number(b.asDeclared));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className={classes.scroll} aria-label={texts.title} tabIndex={0}>
      <table role="table" className={classes.matrix}>
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            <th role="columnheader" scope="col">
              {texts.columns.route}
            </th>
            <th role="columnheader" scope="col">
              {texts.columns.declared}
            </th>
            {probeActors.map((actor) => (
              <th key={actor} role="columnheader" scope="col">
                {probeActorLabels[actor]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((route) => (
            <Route key={`${route.method} ${route.path}`} route={route} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Route({ route: { method, path, declared, outcomes } }: { route: AccessProof['routes'][number] }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className={classes.method}>{method}</span> {path}
      </th>
      <td role="cell" className={classes.declared}>
        <CardLabel>{texts.columns.declared}</CardLabel>
        {texts.declared[declared]}
      </td>
      {probeActors.map((actor) => {
        const outcome = outcomes[actor];
        const right = outcome === promisedOutcome(declared, actor);
        const Glyph = right ? IconCheck : IconAlertTriangle;
        return (
          <td key={actor} role="cell" data-right={right}>
            <CardLabel>{probeActorLabels[actor]}</CardLabel>
            <Glyph size={16} stroke={2} role="img" aria-label={right ? 'as declared' : 'not as declared'} />{' '}
            {probeOutcomeLabels[outcome]}
          </td>
        );
      })}
    </tr>
  );
}

/** The column's heading, where a card shows no headings. */
function CardLabel({ children }: { children: string }) {
  return (
    <span className={classes.cardLabel} aria-hidden="true">
      {children}
    </span>
  );
}
