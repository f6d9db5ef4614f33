import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Problems in the browser: console errors, uncaught exceptions, blocked content. */
export interface PageProblems {
  /** Allows matching problems for the rest of the test: `problems.allow(/status of 401/)`. */
  allow(pattern: RegExp): void;
  /** Watches the pages of another context too. */
  watch(context: BrowserContext): void;
  /** The problems that were not allowed. */
  unexpected(): string[];
}

/**
 * A session may end while a page requests its data, or just when its stream begins. The page leaves for /login then,
 * which the tests of ended sessions check; the browser reports the refusal.
 */
const sessionEnded = /status of 401 .*\/api\/(me|admin|diagnostics)\b[^)]*\)$/;

/** Chromium reports policy violations and responses of 4xx and 5xx on the console. */
export function watchProblems(): PageProblems {
  const allowed: RegExp[] = [sessionEnded];
  const seen: string[] = [];
  return {
    allow: (pattern) => void allowed.push(pattern),
    watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(inWords(message));
      });
      context.on('weberror', (uncaught) => void seen.push(`uncaught: ${uncaught.error().stack ?? ''}`));
    },
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  };
}

function inWords(message: ConsoleMessage): string {
  return `console: ${message.text()} (${message.location().url})`;
}
