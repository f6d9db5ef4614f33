import { useQuery } from '@tanstack/react-query';
import { readQuery } from '#client/lib/read-query.ts';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { accessTable, accessTexts as texts } from '#domain/diagnostics.ts';

/** /admin/access: every address with its declared access. */
export function Component() {
  const query = useQuery(readQuery(['diagnostics', 'access'], '/api/diagnostics/access', accessTable));
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin/health', label: texts.back }}
      />
      <Loaded query={query} failed={texts.loadFailed} height="24rem">
        {(data) => (
          <div className={layout.tiles}>
            {[...Map.groupBy(data.routes, ({ access }) => access)].map(([access, routes]) => (
              <Panel key={access} title={texts.access[access]}>
                <ul className={`${layout.stackS} ${typography.fact} ${typography.wrap}`}>
                  {routes.map(({ method, path }) => (
                    <li key={`${method} ${path}`}>
                      {method}
                      {'\u00a0'}
                      {path.match(/\/[^/]*/g)?.map((part) => [part, <wbr key={part} />])}
                    </li>
                  ))}
                </ul>
              </Panel>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
