import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** What went wrong in the browser while nobody looked: errors on the console, uncaught ones, refused content. */
export interface PageProblems {
  /** Lets problems whose text matches pass, for the rest of the test: `problems.allow(/status of 401/)`. */
  allow(pattern: RegExp): void;
  /** Looks at another context's pages too. */
  watch(context: BrowserContext): void;
  /** What came up and was not allowed. */
  unexpected(): string[];
}

/** Chromium reports a violation of the content security policy, and an answer of 4xx or 5xx, on the console. */
export function watchProblems(): PageProblems {
  const allowed: RegExp[] = [];
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
