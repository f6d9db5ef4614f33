// biome-ignore-all lint/a11y/noRedundantRoles: drawn as cards on a phone, they are no table for some browsers
import { useQuery } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { accessTable, accessTexts as texts } from '#domain/diagnostics.ts';
import classes from './state.module.css';

/** /admin/access: the table of declared access. */
export function Component() {
  const { data, error, refetch } = useQuery({
    queryKey: ['diagnostics', 'access'],
    queryFn: ({ signal }) => request('/api/diagnostics/access', accessTable, { signal }),
  });
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin/health', label: texts.back }}
      />
      {error && <LoadFailure title={texts.loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="24rem" />}
      {data && (
        <Panel>
          <table role="table" className={classes.matrix}>
            <thead role="rowgroup" className={classes.head}>
              <tr role="row">
                <th role="columnheader" scope="col">
                  {texts.columns.route}
                </th>
                <th role="columnheader" scope="col">
                  {texts.columns.access}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data.routes.map(({ method, path, access }) => (
                <tr role="row" key={`${method} ${path}`}>
                  <th role="rowheader" scope="row">
                    <span className={classes.method}>{method}</span> {path}
                  </th>
                  <td role="cell" className={classes.declared}>
                    {texts.access[access]}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </>
  );
}
