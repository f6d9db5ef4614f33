import layout from '#client/ui/layout.module.css';
import { Unloaded, type UnloadedProps } from '#client/ui/load-failure.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** In place of a task, or of the member's record that names it. */
export function UnloadedTask(props: Omit<UnloadedProps, 'children'>) {
  return (
    <Unloaded {...props}>
      <div className={layout.stackL}>
        <Skeleton height="186px" />
        <Skeleton height="410px" />
      </div>
    </Unloaded>
  );
}
