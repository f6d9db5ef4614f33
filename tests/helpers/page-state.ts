interface PageState {
  session?: { user: unknown };
  member?: unknown;
  messages?: unknown;
  summary?: unknown;
  tasks?: unknown;
  timeZone?: string;
  build: string;
}

/** The state that the server has put into a page. */
export function stateIn(html: string): PageState {
  const [, json = ''] =
    /<script type="application\/json" id="portal-state">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
