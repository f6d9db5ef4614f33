import layout from '#client/ui/layout.module.css';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

export function TaskSkeleton() {
  return (
    <div className={layout.stackXl}>
      <LoadingNote />
      <Lines count={4} />
      <Lines count={12} />
    </div>
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
