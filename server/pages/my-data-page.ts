import { html, raw } from 'hono/html';
import { type PlainPage, plainPage } from '#server/http/plain-page.ts';
import type { Section } from './my-data.ts';

interface About extends Pick<PlainPage, 'nonce' | 'clientHtml'> {
  shortName: string;
  timeZone: string;
}

/** The sections as one page to read, to print or to keep. */
export async function myDataPage(sections: AsyncIterable<Section>, about: About) {
  const parts: string[] = [];
  let open = '';
  for await (const { key, title, rows } of sections) {
    if (key !== open) parts.push(String(html`<h2>${title}</h2>`));
    open = key;
    for (const row of rows) parts.push(String(await shownValue(row, about.timeZone)));
  }
  return plainPage({
    ...about,
    title: `My Data · ${about.shortName}`,
    styles,
    main: html`<main><h1>My Data</h1>
<p>Everything that you gave ${about.shortName}, or were told by it.</p>
${raw(parts.join('\n'))}</main>`,
  });
}

type Html = ReturnType<typeof html>;

/** A list of labels and values; what is empty is left out. */
function shownValue(value: unknown, timeZone: string): Html | string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date || isTime(value)) return momentOf(new Date(value), timeZone);
  if (typeof value !== 'object' || value === null) return String(value ?? '—');
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  const rows = entries.map(
    ([name, part]) => html`<div><dt>${labelOf(name)}</dt><dd>${shownValue(part, timeZone)}</dd></div>`,
  );
  return html`<dl>${rows}</dl>`;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
}

function momentOf(time: Date, timeZone: string): string {
  return time.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** 'receivedAt' as 'Received at'. */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const styles = `
main { max-width: 48rem; margin-inline: auto; padding: var(--space-5) var(--gutter); overflow-wrap: anywhere; }
h2 { margin-block: var(--space-6) 0; font-size: var(--text-l); }
main > dl { padding-block: var(--space-3); border-top: 1px solid var(--line); }
dl { margin: 0; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 var(--space-3); }
dt { flex: 0 0 11rem; color: var(--ink-soft); }
dd { flex: 1 1 16rem; margin: 0; white-space: pre-wrap; }
`;
