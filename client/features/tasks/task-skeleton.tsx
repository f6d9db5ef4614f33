import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import classes from './task-skeleton.module.css';

/** Keeps the places of a task's panels while it is being loaded. */
export function TaskSkeleton() {
  return (
    <div className={classes.skeleton}>
      <LoadingNote />
      <div className={classes.column}>
        <Skeleton height="200px" />
        <Skeleton height="480px" />
      </div>
      <div className={classes.column}>
        <Skeleton height="200px" />
        <Skeleton height="240px" />
      </div>
    </div>
  );
}
