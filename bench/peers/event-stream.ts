import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';

/**
 * Opens a stream of server-sent events and calls `onEvent` with each. Resolves at the first event, which every peer
 * sends at once.
 */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
  onEvent: (event: string) => void,
): Promise<{ first: string; close(): void }> {
  const stream: ClientRequest = request(url, { headers, agent: false });
  stream.end();
  const [response] = await once(stream, 'response');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  response.setEncoding('utf8');
  response.on('error', () => {});
  stream.on('error', () => {});
  const first = await new Promise<string>((resolve) => {
    let text = '';
    let opened = false;
    response.on('data', (piece: string) => {
      text += piece;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (opened) onEvent(event);
        opened = true;
        resolve(event);
      }
    });
  });
  return { first, close: () => stream.destroy() };
}
