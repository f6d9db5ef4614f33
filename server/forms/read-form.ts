import type { SentFields } from '#domain/form-submission.ts';
import { formFailures } from '#domain/forms.ts';
import { limits } from '#domain/limits.ts';
import { isBoundedJson } from '#server/http/input.ts';
import { FormRefusal, formRefusal } from './wire.ts';

/**
 * Reads a form sent as JSON, multipart or urlencoded, of at most 64 KiB. Several values of one name become one
 * text, as with check boxes. Throws FormRefusal for files, other formats and large bodies.
 */
export async function readForm(request: Request): Promise<SentFields> {
  const contentType = request.headers.get('content-type') ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const { bytes, size } = await readCapped(request, limits.body);
  if (size > limits.body) throw tooLarge(type, bytes, size);
  switch (type) {
    case 'application/json':
      return fromJson(bytes);
    case 'multipart/form-data':
    case 'application/x-www-form-urlencoded':
      return fromFormData(bytes, contentType);
    default:
      throw new FormRefusal(415, { error: formFailures.wrongType });
  }
}

/** Up to `max` bytes of a body. The rest is read and discarded, so that the sender can read the response. */
async function readCapped({ body }: Request, max: number): Promise<{ bytes: Buffer; size: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    if (size <= max) chunks.push(chunk);
    size += chunk.length;
    if (size > drainLimit) break;
  }
  return { bytes: Buffer.concat(chunks), size };
}

/** After this many bytes the connection is closed. */
const drainLimit = 16 * limits.body;

function tooLarge(type: string, start: Buffer, size: number): FormRefusal {
  // Unread bytes remain in the connection, which therefore cannot serve another request.
  const headers: Record<string, string> = size > drainLimit ? { Connection: 'close' } : {};
  const hasFile = type === 'multipart/form-data' && /filename="?[^"\r\n]/i.test(start.toString('latin1'));
  return hasFile
    ? formRefusal('FILES_TOO_BIG', headers)
    : new FormRefusal(413, { error: formFailures.tooLarge }, headers);
}

function fromJson(bytes: Buffer): SentFields {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw unreadable();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable();
  if (!isBoundedJson(body)) throw tooManyFields();
  return new Map(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
}

/** A JSON value as a form would send it; null if it is neither text nor a list of texts. */
function textOf(value: unknown): string | null {
  if (value === null) return '';
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return texts.every((text) => text !== null) ? texts.join(', ') : null;
  }
  return typeof value === 'object' ? null : String(value);
}

async function fromFormData(bytes: Buffer, contentType: string): Promise<SentFields> {
  const fields = new Map<string, string>();
  let values = 0;
  for (const [name, value] of await parseFormData(bytes, contentType)) {
    values += 1;
    if (values > limits.json.values) throw tooManyFields();
    if (typeof value !== 'string') {
      // An empty file field arrives as a file without a name.
      if (value.name !== '' || value.size > 0) throw formRefusal('NO_FILE_UPLOADS');
      continue;
    }
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

async function parseFormData(bytes: Buffer, contentType: string): Promise<Iterable<[string, string | File]>> {
  if (!contentType.toLowerCase().startsWith('multipart/')) return new URLSearchParams(bytes.toString('utf8'));
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw unreadable();
  }
}

function tooManyFields(): FormRefusal {
  return new FormRefusal(400, { error: formFailures.tooManyFields });
}

function unreadable(): FormRefusal {
  return new FormRefusal(400, { error: formFailures.unreadable });
}
