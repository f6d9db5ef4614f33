import type { Log } from '#server/log.ts';

/** Repeats an action while at least one job is running. */
export interface Renewal {
  begin(): void;
  end(): void;
}

/** @param every interval in milliseconds */
export function createRenewal(renew: () => Promise<void>, every: number, log: Log): Renewal {
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      underWay += 1;
      timer ??= setInterval(() => {
        renew().catch((error: unknown) => log.warn({ err: error }, 'hold on mails could not be renewed'));
      }, every);
    },
    end() {
      underWay -= 1;
      if (underWay > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
