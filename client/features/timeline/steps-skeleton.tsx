import layout from '#client/ui/layout.module.css';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** Placeholders for the four steps, with the third as the current one. */
export function StepsSkeleton() {
  return (
    <div className={layout.stackXl}>
      <Line />
      <Line />
      <div className={layout.media}>
        <Skeleton width="48px" height="48px" />
        <Skeleton height="156px" />
      </div>
      <Line />
    </div>
  );
}

function Line() {
  return (
    <div className={layout.media}>
      <Skeleton width="48px" height="48px" />
      <div className={layout.stackM}>
        <Skeleton width="13rem" height="22px" />
        <Skeleton width="19rem" height="18px" />
      </div>
    </div>
  );
}
