import layout from '#client/ui/layout.module.css';
import { Unloaded, type UnloadedProps } from '#client/ui/load-failure.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** In place of a task, or of the member's record that names it. */
export function UnloadedTask(props: Omit<UnloadedProps, 'children'>) {
  return (
    <Unloaded {...props}>
      <div className={layout.stackL}>
        <Lines count={4} />
        <Lines count={12} />
      </div>
    </Unloaded>
  );
}

function Lines({ count }: { count: number }) {
  return (
    <Panel>
      <div className={layout.stackM}>
        <Skeleton width="40%" height="24px" />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
          <Skeleton key={index} width={index === count - 1 ? '60%' : '100%'} height="16px" />
        ))}
      </div>
    </Panel>
  );
}
